/** Begin the keys of services; what follows each is the secret. The prefix tells which service's it is, and stays. */
const PREFIXES = [
  // AWS, Google, Azure DevOps, DigitalOcean, Heroku, Databricks
  ...[
    "(?:AKIA|ASIA|ABIA|ACCA)(?=[A-Z0-9]{16})",
    "AIza",
    "ya29\\.",
    "GOCSPX-",
    "do[opr]_v1_",
    "HRKU-",
    "dapi(?=[0-9a-f]{32})",
  ],
  // GitHub, GitLab, Atlassian, npm, PyPI, RubyGems, Docker
  ...[
    "gh[oprsu]_",
    "github_pat_",
    "gl(?:pat|dt|rt|ptt|soat)-",
    "ATATT3",
    "ATBB",
    "npm_",
    "pypi-",
    "rubygems_",
    "dckr_pat_",
  ],
  // Slack, Stripe, Square, Shopify, Twilio, SendGrid, Mailgun, Mailchimp
  ...[
    "xox[a-z](?:\\.xox[a-z])?-",
    "xapp-",
    "[rsp]k_(?:live|test)_",
    "whsec_",
    "sq0[a-z]{3}-",
    "shp(?:at|ca|pa|ss)_",
  ],
  ...["(?:SK|AC)(?=[0-9a-f]{32})", "SG\\.", "key-(?=[0-9a-f]{32})"],
  // OpenAI, Anthropic, Hugging Face, Replicate, Vault, Linear, Netlify, Vercel, Postman, Sentry, New Relic, Grafana, age
  ...[
    "sk-(?:proj-|ant-(?:api\\d+-|admin\\d+-)?|or-v1-)?",
    "hf_",
    "r8_",
    "hv[sbr]\\.",
    "lin_(?:api|oauth)_",
    "nf[cop]_",
  ],
  ...["vcp_", "PMAK-", "sntry[su]_", "NRAK-", "gl(?:c|sa)_", "AGE-SECRET-KEY-"],
];
const SCHEME = "(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate|NTLM)\\s+";
const PREFIX = new RegExp(`^(?:${SCHEME})?(?:${PREFIXES.join("|")})?`, "i");
const KNOWN_KEY = new RegExp(`^(?:${PREFIXES.join("|")})(?=[\\w.=+/-]{12,})(?=\\S*\\d)`);

/** How many characters at the beginning of a secret are none: the scheme of a header, the prefix of a service's keys. */
export function prefixLength(secret: string): number {
  const { length } = PREFIX.exec(secret)?.[0] ?? "";
  return length < secret.length ? length : 0;
}

/** Whether a word has the shape of a service's keys. */
export function isKnownKey(word: string): boolean {
  return KNOWN_KEY.test(word);
}

/** The claims of a JSON Web Token, and its signature. Its head says only how it was signed. */
export const JSON_WEB_TOKEN = /(?<![\w-])(eyJ[\w-]{5,}\.)(eyJ[\w-]{5,})\.([\w-]*)/g;

/** What stands between the first and last line of a private key. */
export const PRIVATE_KEY = /(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)([^-]+)(?=-----END |$)/g;

/** The password in a URL. */
export const URL_PASSWORD = /(\b[a-z][a-z\d+.-]{1,30}:\/\/[^\s:@/?#"'<>]{0,200}:)([^\s@/"'<>]{1,500})(?=@)/gi;

/** What follows the scheme in a header that says who calls. */
export const HEADER = /\b(Bearer|Basic|Token|ApiKey|Negotiate)(\s+)([\w.~+/-]{6,}=*)/gi;
/** Asked first, as most texts have none. */
export const MAY_BE_HEADER = /earer|asic|oken|pikey|egotiate/i;
