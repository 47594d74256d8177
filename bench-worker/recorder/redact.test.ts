import assert from "node:assert/strict";
import { createRedactor, type Redactor } from "./redact.ts";

/** Always the same sequence, so that a failure can be seen again. */
function seeded(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const redactor = (environment: Record<string, string> = {}): Redactor =>
  createRedactor({ environment, random: seeded() });

/** As a key of a service would be: of `length` characters out of an alphabet. */
const draw = seeded(7);
function some(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[Math.floor(draw() * alphabet.length)]).join("");
}
const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const MIXED = `${UPPER}abcdefghijklmnopqrstuvwxyz`;
const LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";
const URL_SAFE = `${MIXED}-_`;

const encodedJson = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString("base64url");
const jwt = (claims: object): string =>
  [encodedJson({ alg: "HS256", typ: "JWT" }), encodedJson(claims), some(43, URL_SAFE)].join(".");
const pem = (kind: string): { text: string; secret: string } => {
  const lines = [some(64, MIXED), some(64, MIXED), some(24, MIXED) + "=="];
  const dashes = "-".repeat(5);
  const frame = (word: string): string => `${dashes}${word} ${kind}PRIVATE KEY${dashes}`;
  return { text: [frame("BEGIN"), ...lines, frame("END"), ""].join("\n"), secret: lines[1]! };
};

/** Real formats, put together here so that nobody takes this file for a leak: what stays, and what must not. */
const KEYS: Record<string, [kept: string, secret: string]> = {
  "AWS access key": ["AK" + "IA", some(16, UPPER)],
  "AWS temporary access key": ["AS" + "IA", some(16, UPPER)],
  "AWS secret key": ["", "wJalrXUtnFEMI/K7MDENG+" + some(18, MIXED)],
  "GitHub token": ["gh" + "p_", some(36, MIXED)],
  "GitHub app token": ["gh" + "s_", some(36, MIXED)],
  "GitHub fine-grained token": ["github" + "_pat_", `${some(22, MIXED)}_${some(59, MIXED)}`],
  "GitLab token": ["gl" + "pat-", some(20, URL_SAFE.replace("-", ""))],
  "Slack bot token": ["xo" + "xb-", `${some(12, "123456789")}-${some(12, "123456789")}-${some(24, MIXED)}`],
  "Stripe live key": ["sk_" + "live_", some(24, MIXED)],
  "Stripe restricted key": ["rk_" + "test_", some(99, MIXED)],
  "Stripe webhook secret": ["wh" + "sec_", some(32, MIXED)],
  "Google API key": ["AI" + "za", "Sy" + some(33, MIXED)],
  "Google OAuth token": ["ya" + "29.", "a0" + some(60, MIXED)],
  "Google client secret": ["GOC" + "SPX-", some(28, MIXED)],
  "npm token": ["np" + "m_", some(36, MIXED)],
  "PyPI token": ["py" + "pi-", "AgEIcHlwaS5vcmc" + some(60, MIXED)],
  "SendGrid key": ["S" + "G.", `${some(22, MIXED)}.${some(43, MIXED)}`],
  "Mailgun key": ["ke" + "y-", some(32, HEX)],
  "Twilio key": ["S" + "K", some(32, HEX)],
  "OpenAI project key": ["sk-" + "proj-", some(48, MIXED)],
  "Anthropic key": ["sk-" + "ant-api03-", some(90, MIXED)],
  "Hugging Face token": ["h" + "f_", some(34, MIXED)],
  "DigitalOcean token": ["do" + "p_v1_", some(64, HEX)],
  "Shopify token": ["shp" + "at_", some(32, HEX)],
  "Square token": ["sq0" + "atp-", some(22, MIXED)],
  "Databricks token": ["da" + "pi", some(32, HEX)],
  "Vault token": ["hv" + "s.", some(90, MIXED)],
  "Linear key": ["lin_" + "api_", some(40, MIXED)],
  "Telegram bot": [`${some(9, "123456789")}:`, "A" + "A" + some(33, MIXED)],
  "key without a prefix": ["", some(40, MIXED)],
  "key of small letters": ["", some(40, LOWER)],
  "hexadecimal key": ["", some(64, HEX)],
};

/** Class by class: what makes the shape of a text. */
const shapeOf = (text: string): string =>
  text.replaceAll(/[a-z]/g, "a").replaceAll(/[A-Z]/g, "A").replaceAll(/\d/g, "0");

describe("redacting", () => {
  for (const [name, [kept, secret]] of Object.entries(KEYS)) {
    it(`replaces a ${name} wherever it stands, by one of its shape`, () => {
      const one = redactor();
      const made = one.text(kept + secret);
      assert.ok(made.startsWith(kept), made);
      assert.notEqual(made, kept + secret);
      assert.ok(!made.includes(secret.slice(-12)), made);
      assert.equal(shapeOf(made), shapeOf(kept + secret));
      const within = one.text(`could not sign in with ${kept}${secret}, try again`);
      assert.equal(within, `could not sign in with ${made}, try again`, "equal secrets stay equal");
      assert.equal(one.count, 2);
      assert.ok(!one.text(`curl https://example.com/?q=${kept}${secret}`).includes(secret.slice(-12)));
    });
  }

  for (const kind of ["", "RSA ", "EC ", "OPENSSH "]) {
    it(`replaces what is in a private key (${kind}), also where its line ends are escaped`, () => {
      const { text, secret } = pem(kind);
      for (const value of [text, JSON.stringify({ private_key: text }), `key:\n${text}`]) {
        const made = redactor().text(value);
        assert.ok(!made.includes(secret), made);
        assert.equal(shapeOf(made), shapeOf(value));
        assert.match(made, /BEGIN [A-Z ]*PRIVATE KEY-----/);
      }
      assert.doesNotThrow(() => void JSON.parse(redactor().text(JSON.stringify({ key: text }))));
    });
  }

  it("lets a JSON Web Token be decoded, signs it by nothing, and takes secrets out of its claims", () => {
    const secret = some(30, MIXED);
    const token = jwt({ sub: "1234", name: "Ada", password: secret });
    const one = redactor();
    for (const made of [one.text(token), one.text(`Bearer ${token}`).slice(7), one.text(token, "idToken")]) {
      const [head, claims, signature] = made.split(".");
      assert.equal(head, token.split(".")[0]);
      const { sub, name, password } = JSON.parse(Buffer.from(claims!, "base64url").toString()) as Record<
        string,
        string
      >;
      assert.deepEqual([sub, name], ["1234", "Ada"]);
      assert.notEqual(password, secret);
      assert.notEqual(signature, token.split(".")[2]);
      assert.equal(made.length, token.length);
    }
  });

  it("leaves the user's name in basic authentication, and a password of the same length", () => {
    const value = Buffer.from("ada:hunter2!").toString("base64");
    const one = redactor();
    const headers = [
      one.text(`Basic ${value}`, "Authorization"),
      one.text(`sent Basic ${value} there`).slice(5, -6),
    ];
    for (const header of headers) {
      const plain = Buffer.from(header.slice("Basic ".length), "base64").toString();
      assert.match(plain, /^ada:[a-z]{6}\d!$/);
      assert.notEqual(plain, "ada:hunter2!");
    }
    assert.equal(headers[0], headers[1]);
    assert.equal(one.text("Basic authentication required"), "Basic authentication required");
  });

  it("replaces the password of a URL or a connection string, and nothing else of it", () => {
    const one = redactor();
    for (const [before, secret, after] of [
      ["postgres://ada:", "hunter2", "@db.example.com:5432/orders?ssl=true"],
      ["mongodb+srv://ada:", "p%40ss9word", "@cluster0.example.net/test"],
      ["redis://:", "hunter2", "@localhost:6379"],
      ["Server=db;Database=orders;User Id=ada;Password=", "hunter2", ";Encrypt=true"],
      [
        "DefaultEndpointsProtocol=https;AccountName=ada;AccountKey=",
        `${some(86, MIXED)}==`,
        ";EndpointSuffix=x",
      ],
      ["https://api.example.com/items?page=2&access_token=", "abc123def", "&sort=name"],
      [
        "https://hooks." + "slack.com/services/",
        `T${some(8, UPPER)}/B${some(8, UPPER)}/${some(24, MIXED)}`,
        "",
      ],
    ] as const) {
      const made = one.text(before + secret + after);
      assert.ok(made.startsWith(before) && made.endsWith(after), made);
      assert.ok(!made.includes(secret), made);
      assert.equal(shapeOf(made), shapeOf(before + secret + after));
    }
    assert.doesNotThrow(() => decodeURIComponent(one.text("x://a:p%40ss%2Fw%C3%A9@b")));
  });

  for (const key of [
    ...["password", "PASSWORD", "userPassword", "user_password", "passwd", "pwd", "DB_PASS", "passphrase"],
    ...[
      "secret",
      "clientSecret",
      "client_secret",
      "client-secret",
      "AWS_SECRET_ACCESS_KEY",
      "token",
      "accessToken",
    ],
    ...[
      "accesstoken",
      "refresh_token",
      "X-Auth-Token",
      "authorization",
      "Authorization",
      "Proxy-Authorization",
    ],
    ...[
      "apiKey",
      "api_key",
      "api key",
      "APIKEY",
      "x-api-key",
      "privateKey",
      "private_key",
      "sessionId",
      "credential",
    ],
    ...["passwordHash", "csrfToken", "connect.sid", "encryptionKey", "X-Amz-Signature"],
  ]) {
    it(`replaces what is named ${key}`, () => {
      const made = redactor().text("Hunter22", key);
      assert.match(made, /^[A-Z][a-z]{5}\d{2}$/);
      assert.notEqual(made, "Hunter22");
    });
  }

  for (const [key, value] of [
    ["tokens", "410"],
    ["tokenType", "bearer"],
    ["token_type", "Bearer"],
    ["credentials", "include"],
    ["passwordRequired", "yes"],
    ["sessionTimeout", "30 minutes"],
    ["author", "Ada Lovelace"],
    ["inside", "the house"],
    ["key", "orders:12"],
    ["keys", "a,b,c"],
    ["monkey", "banana"],
    ["compass", "north-east"],
    ["secretName", "db/main"],
    ["pwd", "/home/ada/project"],
    ["token", "if"],
    ["password", ""],
  ] as const) {
    it(`leaves ${JSON.stringify(value)} under ${key}`, () => {
      assert.equal(redactor().text(value, key), value);
    });
  }

  it("keeps the names of cookies and how they are set", () => {
    const header = "sid=s%3Aabc123.xyz; Path=/; HttpOnly; Max-Age=3600; SameSite=Lax";
    for (const [text, key] of [
      [header, "set-cookie"],
      [`Set-Cookie: ${header}`, undefined],
    ] as const) {
      const made = redactor().text(text, key);
      assert.ok(!made.includes("abc123"), made);
      assert.match(made, /sid=[a-z]%3A\w+\.\w+; Path=\/; HttpOnly; Max-Age=3600; SameSite=Lax$/);
    }
    assert.match(
      redactor().text("theme=dark1; sid=abc123", "Cookie"),
      /^theme=[a-z]{4}\d; sid=[a-z]{3}\d{3}$/,
    );
  });

  for (const [before, secret, after] of [
    ['{"user":"ada","password":"', "hunter2", '","age":36}'],
    ['{\\"user\\":\\"ada\\",\\"password\\":\\"', "hunter2", '\\"}'],
    ["user=ada&password=", "hunter2", "&remember=1"],
    ["GET / HTTP/1.1\r\nHost: x\r\nAuthorization: ApiKey ", "abc123", "\r\nAccept: */*"],
    ["new Client({ password: '", "hunter2", "' })"],
    ["--password=", "hunter2", " --user=ada"],
    ["SELECT * FROM users WHERE password = '", "hunter2", "'"],
    ["password: ", "hunter2", " was refused"],
  ] as const) {
    it(`finds what is named within ${before}…`, () => {
      const made = redactor().text(before + secret + after);
      assert.ok(made.startsWith(before) && made.endsWith(after), made);
      assert.notEqual(made, before + secret + after);
      assert.equal(shapeOf(made), shapeOf(before + secret + after));
    });
  }

  for (const text of [
    "SELECT * FROM users WHERE password = $1 AND token = ? AND secret = :secret",
    "the password: it is required",
    "Unexpected token: punc (}), line: 12, col: 4",
    "const password = await readPassword(user);",
    "https://example.com/reset?token=${token}",
    "password=<password>&user={user}",
    "https://example.com:8080/a@b",
    "2024-01-01T00:00:00.000Z",
    "123e4567-e89b-12d3-a456-426614174000",
    "507f1f77bcf86cd799439011",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "/usr/local/lib/node_modules/@babel/plugin-proposal-class-properties/lib/index2.js",
    "https://registry.example.com/lodash/-/lodash-4.17.21.tgz",
    "getUserByIdFromDatabase2AndRetryOnFailure3Times",
    "e2e-tests-for-module-42-version-2-0-0-rc-1",
    "sha512-" + some(86, MIXED) + "==",
    'ETag: W/"' + some(40, HEX) + '"',
    "The quick brown fox jumps over the lazy dog 12345678901234567890.",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0",
    "data:image/png;base64," + some(4000, MIXED),
    "\u001b[32m✓\u001b[39m 12 passing (34ms)",
  ]) {
    it(`leaves ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(redactor().text(text), text);
    });
  }

  for (const key of ["etag", "sha", "contentHash", "checksum", "integrity", "id", "user_id", "commit"]) {
    it(`leaves what looks like chance where ${key} tells that it is no secret`, () => {
      for (const value of [some(40, HEX), some(32, MIXED)]) assert.equal(redactor().text(value, key), value);
    });
  }

  it("replaces what the environment has under telling names, wherever it occurs", () => {
    const one = redactor({
      DB_PASSWORD: "Tr0ub4dor&3",
      NODE_ENV: "production",
      HOME: "/home/ada",
      SSH_AUTH_SOCK: "/tmp/ssh-XXabc123/agent.1",
      API_TOKEN: "abcdefghijklmnopqrst",
      PGPASSWORD: "postgres",
      PORT: "8080123",
    });
    const made = one.text("Tr0ub4dor&3");
    assert.match(made, /^[A-Z][a-z]\d[a-z]{2}\d[a-z]{3}&\d$/);
    assert.equal(one.text("sent: Tr0ub4dor&3!"), `sent: ${made}!`);
    assert.doesNotMatch(one.text("the one (abcdefghijklmnopqrst)"), /abcdef/);
    for (const text of [
      "production",
      "/home/ada/x",
      "/tmp/ssh-XXabc123/agent.1",
      "postgres is here",
      "8080123",
    ]) {
      assert.equal(one.text(text), text);
    }
  });

  it("gives equal secrets equal stand-ins, others other ones, and another process its own", () => {
    const one = redactor();
    assert.equal(one.text("hunter2", "password"), one.text("hunter2", "secret"));
    const many = new Set(
      Array.from({ length: 200 }, (_, index) => one.text(`abcd${index + 100}`, "password")),
    );
    assert.equal(many.size, 200);
    assert.notEqual(
      createRedactor({ environment: {}, random: seeded(3) }).text("hunter2hunter2", "password"),
      one.text("hunter2hunter2", "password"),
    );
  });

  it("counts the stand-ins of a text that it has met before", () => {
    const one = redactor();
    for (const _ of [1, 2]) one.text("user=ada&password=hunter2");
    assert.equal(one.count, 2);
  });

  it("keeps the length of text in any script, and of bytes given a character each", () => {
    for (const value of ["пароль-密码-🔑", Buffer.from("пароль🔑").toString("latin1")]) {
      const made = redactor().text(value, "password");
      assert.equal(made.length, value.length);
      assert.doesNotMatch(made, /[а-я密码]/u);
    }
    const bytes = Buffer.from('{"password":"hunter2"}').toString("latin1");
    assert.match(redactor().text(bytes), /^\{"password":"[a-z]{6}\d"\}$/);
  });

  it("reads a long text in a time that grows with it", () => {
    const texts = [
      "a=".repeat(100_000),
      "password".repeat(30_000),
      "password=".repeat(30_000),
      "token: ".repeat(30_000),
      `eyJ${"a".repeat(200_000)}`,
      "x://".repeat(50_000),
      "-----BEGIN PRIVATE KEY".repeat(10_000),
      "aB3".repeat(80_000),
      "Bearer ".repeat(30_000),
      '{"cookie":"'.repeat(20_000),
      "cookie: a=b; ".repeat(20_000),
    ];
    for (const text of texts) assert.equal(redactor().text(text).length, text.length);
  }).timeout(20_000);
});
