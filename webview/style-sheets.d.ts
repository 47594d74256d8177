/** webpack takes style sheets out of the script into `main.css`. */
declare module "*.css";
