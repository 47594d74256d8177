/** How callbacks are named. */
export const CALLBACK = /^(?:cb|callback|done|next|fn|finish|\w*(?:Cb|Callback|Done))$/;
