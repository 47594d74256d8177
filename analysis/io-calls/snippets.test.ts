import assert from "node:assert/strict";
import { analyze } from "../analyze.ts";

/** Functions as people write them, and the callees that a reader counts in the one called `f`. */
const SNIPPETS: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
  [
    "a handler that reads the body of its request, and fetches",
    `export async function f(request: Request) {
      const { url } = await request.json();
      const page = await (await fetch(url)).text();
      return prisma.page.create({ data: { url, page } });
    }`,
    ["request.json", "fetch", "prisma.page.create"],
  ],
  [
    "what a promise takes over from its executor, and no reason of a rejection or value",
    `function f(id, a) {
      return new Promise((resolve, reject) => {
        if (id === null) reject(g(id));
        function done() { resolve(fetch(id)); }
        setTimeout(() => (id === 1 ? resolve(g(id)) : resolve(plain(id))), 1);
        a.resolve(g(id));
        done();
      });
    }
    async function g(id) { await load(id); }
    function plain(id) { return [id]; }`,
    ["fetch", "g"],
  ],
  [
    "a loop over what a compiled module's function gives",
    `async function f(ids) { for await (const id of (0, db_1.load)(ids)) await save(id); }`,
    ["db_1.load", "save"],
  ],
  [
    "operations of stores that are called as lists go through their items",
    `function f(db, cb) {
      db.find((err, found) => { if (err) return cb(err); db.insert(found, (err, id) => cb(err, id)); });
    }`,
    ["db.find", "db.insert"],
  ],
  [
    "a store that is asked by a class or with an object",
    `async function f(manager, by) {
      if (by === 1) return manager.find(Product);
      if (by === 2) return this.source.manager.find(models.Product, { where: { id: 1 } });
      return em.find(Product, {});
    }`,
    ["manager.find", "this.source.manager.find", "em.find"],
  ],
  [
    "a list that is searched by what has a name",
    "async function f(list, isOpen) { await g(); if (isOpen) return list.find(isOpen); return list.find(Boolean); }",
    ["g"],
  ],
  [
    "a list of errors that is gone through",
    `function f(db, cb) {
      db.insert((err, errors) => { errors.forEach((error, index) => cb(error)); });
    }`,
    ["db.insert"],
  ],
  [
    "a question that an async function hands on to another file",
    `import { isMember } from "./teams";
    export async function f(user, team) { if (user.isAdmin) return true; return isMember(user.id, team.id); }`,
    ["isMember"],
  ],
  [
    "the same behind something that is waited for, which is a reason of its own",
    `import { isEmpty } from "./lists";
    export async function f(team) { const members = await db.members(team); return isEmpty(members); }`,
    ["db.members"],
  ],
  [
    "a guard that an async function hands on to",
    `import { assertOwner } from "./guards"; export async function f(user, doc) { return assertOwner(user, doc); }`,
    ["assertOwner"],
  ],
  [
    "an error that is all an async function makes",
    `import { toError } from "./errors"; export async function f(a) { return toError(a); }`,
    [],
  ],
  [
    "functions whose names begin with capitals",
    `import { GetUser, Ok } from "./users"; export async function f(id) { if (!id) return Ok(null); return GetUser(id); }`,
    ["GetUser"],
  ],
  [
    "what the file waits for elsewhere",
    `import { buildReport, toItem } from "./reports";
    async function f(id) { const user = await users.get(id); if (!user) return toItem(id); return buildReport(user); }
    async function g(user) { const report = await buildReport(user); return report.text; }`,
    ["users.get", "buildReport"],
  ],
  [
    "class-transformer's functions",
    "async function f(id) { const cat = await this.cats.findOne(id); return plainToInstance(Cat, instanceToPlain(cat)); }",
    ["this.cats.findOne"],
  ],
  [
    "jsonwebtoken's functions",
    `import jwt from "jsonwebtoken";
    async function f(name) { const user = await User.findOne({ name }); return jwt.sign({ sub: user.id }, SECRET); }`,
    ["User.findOne"],
  ],
  [
    "a snapshot of Firestore",
    "async function f(id) { const found = await getDoc(doc(db, 'users', id)); return found.exists() ? found.data() : null; }",
    ["getDoc"],
  ],
  [
    "a model that finds by an object",
    "async function f() { return User.find({ active: true }); }",
    ["User.find"],
  ],
  ["a model that finds all", "async function f() { return this.users.find(); }", ["this.users.find"]],
  [
    "a repository",
    "async function f(id) { return this.userRepository.find(id); }",
    ["this.userRepository.find"],
  ],
  ["a queue", "async function f(job) { return mailQueue.add('send', job); }", ["mailQueue.add"]],
  ["a client of Redis", "async function f(key, value) { return redis.set(key, value); }", ["redis.set"]],
  ["a list that is searched", "async function f(ids) { return ids.find((id) => id > 1); }", []],
  ["a list that is searched by name", "async function f(ids) { return ids.find(isOk); }", []],
  ["a set", "async function f(ids) { return ids.add('x'); }", []],
  [
    "a callback behind the arguments that a wrapper got",
    "const f = (...args) => new Promise((ok, fail) => { broker.subscribe(...args.concat((err, it) => (err ? fail(err) : ok(it)))); });",
    ["broker.subscribe"],
  ],
  [
    "a subscription that is answered",
    "const f = (topic) => new Promise((ok, fail) => { client.subscribe(topic, {}, (err, granted) => { if (err) fail(err); else ok(granted); }); });",
    ["client.subscribe"],
  ],
  [
    "one that only brings messages, or errors beside them",
    "async function f(topic, show) { client.subscribe(topic, (message) => show(message)); items.subscribe(show, (err) => show(err)); await db.get(topic); }",
    ["db.get"],
  ],
  [
    "the same by apply",
    "function f(args, cb) { fs.stat.apply(fs, args.concat(function (err, it) { if (err) return cb(err); cb(null, it.size); })); }",
    ["fs.stat.apply"],
  ],
  [
    "a conversion in a handler of success",
    "function f(id) { return api.get(id).then((user) => toDto(user)); }",
    ["api.get"],
  ],
  [
    "a service in a handler of success",
    "function f(id) { return api.get(id).then((user) => mail.send(user)); }",
    ["api.get", "mail.send"],
  ],
  [
    "a storage in a handler of success",
    "function f(id) { return keys.get(id).then((key) => this.storage.delete(key)); }",
    ["keys.get", "this.storage.delete"],
  ],
  [
    "a thread that is ended, and a socket",
    "async function f(worker, socket) { await socket.opened(); if (socket.isOpen) return socket.terminate(); return worker.terminate(); }",
    ["socket.opened", "worker.terminate"],
  ],
  [
    "what makes the reason of a rejection",
    "function f(key) { if (!key) return Promise.reject(Boom.badRequest('key')); return Promise.resolve(cache.drop(key)); }",
    ["cache.drop"],
  ],
  [
    "a callback that was among the arguments",
    "function f(...args) { const callback = args.pop(); return api.call(...args).then((it) => callback(null, it), (error) => callback(error)); }",
    ["api.call"],
  ],
  [
    "what is asked of a file's entry, by a helper too",
    "const isPlain = (stats, path) => stats.isFile() && !path.startsWith('.'); async function f(path) { const stats = await lstat(path); if (stats.isSymbolicLink()) return stats.isDirectory(); return isPlain(await stat(path), path); }",
    ["lstat", "stat"],
  ],
  [
    "a component that waits for what has changed to be drawn",
    `import { nextTick } from "vue"; import { tick } from "svelte";
    async function f() { await nextTick(); await this.$nextTick(); await tick(); rows = await api.rows(); }`,
    ["api.rows"],
  ],
  [
    "a function of Node as compilers write its call",
    "function f(path) { return new Promise((ok, fail) => { (0, fs_1.readFile)(path, (error, text) => (error ? fail(error) : ok(text))); }); }",
    ["fs_1.readFile"],
  ],
  [
    "what compilers write in the same way and makes a function only",
    "async function f(id) { const load = (0, util_1.promisify)((done) => { store.load(id, (error, it) => (error ? done(error) : done(null, it))); }); return load(); }",
    ["store.load", "load"],
  ],
  [
    "a store that is told",
    "function f(id) { return api.get(id).then((user) => dispatch({ type: 'user', user })); }",
    ["api.get"],
  ],
  [
    "a helper that only waits, by helpers that only wait",
    `const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    async function backOff(n) { await pause(2 ** n * 100); }
    async function politely(n) { if (n > 1) await backOff(n); }
    async function f(url) { for (let n = 0; n < 3; n++) { await politely(n); await fetch(url); } }`,
    ["fetch"],
  ],
  [
    "a helper that does more than to wait by one that only waits",
    `const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    async function settle(id) { await pause(10); await db.touch(id); }
    async function f(id) { await settle(id); }`,
    ["settle"],
  ],
  [
    "handlers that do something to lists, texts, sets and maps",
    `function f(id) {
      return api.get(id).then((text) => text.replace("a", "b")).then((text) => { const found = []; return api.list().then((one) => found.push(one)); })
        .then((text) => results.push(text))
        .then((n) => usersById.set(id, n)).then((map) => map.has(id)).then(() => this.pending_.delete(id));
    }`,
    ["api.get", "api.list"],
  ],
  [
    "handlers that ask caches, a repository of git or what was opened, by operations that lists have as well",
    `function f(id) {
      return git.add(".").then(() => git.push()).then(() => this.userCache.set(id, 1)).then(() => blacklist.add(id))
        .then(() => notifier.push(id)).then(() => memcached.replace(id, user)).then((kv) => kv.has(id));
    }`,
    [
      "git.add",
      "git.push",
      "this.userCache.set",
      "blacklist.add",
      "notifier.push",
      "memcached.replace",
      "kv.has",
    ],
  ],
  [
    "what is kept in a variable and adopted by a promise",
    "async function f(id) { const row = db.get(id); return Promise.resolve(row); }",
    ["db.get"],
  ],
  [
    "handlers that ask clients, queues and stores by operations of those names",
    `function f(id) {
      return api.get(id).then((user) => redis.set(id, user)).then(() => mailQueue.push(id)).then(() => settings.set(id))
        .then(() => cat.jobs.find({ id })).then(() => store.delete(id)).then(() => container.items.replace(id));
    }`,
    [
      ...["api.get", "redis.set", "mailQueue.push", "settings.set"],
      ...["cat.jobs.find", "store.delete", "container.items.replace"],
    ],
  ],
  [
    "a callback that is pushed to the arguments before they are given",
    `function f(...args) {
      return new Promise((resolve, reject) => {
        args.push((error, value) => (error ? reject(error) : resolve(value)));
        load.apply(this, args);
      });
    }`,
    ["load.apply"],
  ],
  [
    "callbacks in lists of arguments, spread or applied, and lists that are none",
    `function f(id, ...args) {
      return new Promise((resolve, reject) => {
        const done = (error, value) => (error ? reject(error) : resolve(value));
        all.push(done);
        load(...[id, done]);
        run(all);
        save.apply(db, [...args, (error, value) => (error ? reject(error) : resolve(value))]);
      });
    }`,
    ["load", "save.apply"],
  ],
  [
    "what is kept by an assignment as it is waited for, or given back",
    `async function f(id) {
      const me = await (this.me ??= telegram.getMe());
      await Promise.all([(this.chats ||= telegram.getChats()), this.load(id)]);
      if (!me) return;
      const now = clock.now();
      return (cache[id] = db.get(id, now));
    }`,
    ["telegram.getMe", "telegram.getChats", "this.load", "db.get"],
  ],
  [
    "a job that a queue is given, and a function that a set is",
    `async function f(id) {
      handlers.add(async () => { await api.log(id); });
      const user = await queue.add(async () => { await api.before(id); return api.get(id); });
      await Promise.all(ids.map((one) => limiter.add(() => api.get(one))));
      return queue.add(() => api.save(user));
    }`,
    ["api.before", "api.get", "limiter.add", "queue.add"],
  ],
  [
    "promises by the class that an object holds, and values that they are given",
    `function f(id) {
      const error = errors.create(id);
      return this.Promise.resolve().then(() => this.broker.Promise.all(ids.map((one) => this.subscribe(one))))
        .then(() => new shared.Promise((resolve, reject) => db.get(id, (error, row) => (error ? reject(error) : resolve(row)))))
        .then(() => this.Promise.reject(error));
    }`,
    ["this.subscribe", "db.get"],
  ],
  [
    "tagged templates that are waited for",
    `async function f(id) {
      const [user] = await sql\`select \${id}\`;
      const rows = sql\`select \${await kv.get(id)}\`;
      await Promise.all([rows, this.db.sql\`a\`, sql\`b\`.then(use)]);
      await $\`ls \${user.name}\`;
      const page = html\`<p>\${user.name}</p>\`;
      if (!page) return html\`<b></b>\`;
      return prisma.$queryRaw\`select\`;
    }`,
    ["sql", "sql", "kv.get", "this.db.sql", "sql", "$", "prisma.$queryRaw"],
  ],
  [
    "a callback that is given by call",
    `function f(id, callback) {
      all.forEach.call(ids, (error) => callback(error));
      Duplex.call(this, (error) => callback(error));
      db.get.call(db, id, (error, value) => { if (error) return callback(error); callback(null, value); });
    }`,
    ["db.get.call"],
  ],
  [
    "calls of what modules export, as compilers write them",
    `const lib_1 = require("./lib");
    async function f(id) {
      await (0, lib_1.sleep)(100);
      const row = await (0, lib_1.load)(id);
      return (0, lib_1.save)(row);
    }`,
    ["lib_1.load", "lib_1.save"],
  ],
  [
    "promises that members hold, and functions that are called where they stand",
    `const f = async function () {
      this.ready = this.connect();
      this.started = (async () => { await this.channel.open(); })();
      await this.ready; await this.started;
    };`,
    ["this.connect", "this.channel.open"],
  ],
  [
    "promises that are put into a list which is waited for",
    `async function f(handlers) {
      const all = [];
      for (const handle of handlers) { const answer = handle(1); if (answer instanceof Promise) all.push(answer); }
      await Promise.allSettled(all);
    }`,
    ["handle"],
  ],
  [
    "promises of the same file that are given back by name",
    `async function load(id) { await db.get(id); }
    async function f(id) { const key = toKey(id); const row = typeof id === "string" ? load(key) : load(id); seen(row); return row; }`,
    ["load", "load"],
  ],
  [
    "values that are given back by name",
    "async function f(id) { const row = await db.get(id); const view = present(row); return view; }",
    ["db.get"],
  ],
  [
    "callbacks that are wrapped, and checks that call back what they find",
    `function f(id, done) {
      done = this.timed(id, done);
      if (this.isRefused(id, done)) return;
      db.get(id, (error, row) => { if (error) return done(error); done(null, row); });
    }`,
    ["db.get"],
  ],
  [
    "what is written with a callback, though its answer is looked at",
    "function f(stream, text, done) { if (!stream.write(text, done)) this.isFull = true; }",
    ["stream.write"],
  ],
  [
    "sockets and streams that are stopped and gone on with",
    `function f(id) {
      return db.get(id).tap(() => this.commandSocket.pause()).then(() => load(id))
        .then(() => stream.resume()).then(() => this.socket.destroy());
    }`,
    ["db.get", "load"],
  ],
  [
    "what stores and clients are asked for under the names of lists' methods",
    `const f = async (axios, id) => { if (!id) return axios.delete(id); if (id > 1) return this.apiCall.delete(id); return records.delete("/users/1"); };`,
    ["axios.delete", "this.apiCall.delete", "records.delete"],
  ],
  [
    "a store that is all an async function has to wait for",
    "async function f(cache, id) { return cache.has(id); }",
    ["cache.has"],
  ],
  [
    "a map that an async function looks into, for whoever expects a promise",
    "const rows = new Map(); class A { constructor() { this.byId = new Map(); } } async function f(id) { if (!id) return rows.has(1); return seen.delete(id); }",
    [],
  ],
  [
    "operations of stores, queues and logs that get a callback",
    `function f(id, done) {
      _.find(users, done);
      listeners.delete(id, done);
      redis.set(id, 1, function (error) {
        if (error) return done(error);
        queue.push(id, function (error) { if (error) return done(error); db.log(id, done); });
      });
    }`,
    ["redis.set", "queue.push", "db.log"],
  ],
  [
    "steps of a function in it that calls itself",
    `function f(storage, files, callback) {
      storage.readJson(1, function (error) {
        if (error) return callback(error);
        function next(cb) {
          if (files.length === 0) return cb();
          storage.unlink(files.shift(), function () { next(cb); });
        }
        next(function () { storage.rmdir(1, callback); });
      });
    }`,
    ["storage.readJson", "storage.unlink", "storage.rmdir"],
  ],
  [
    "a helper that only sorts its arguments, be it of the same file or of another",
    `function f(query, optionsOrCallback, cb) {
      const { options, callback } = normalize(optionsOrCallback, cb);
      client.request({ query, options }, (error, response) => {
        if (error) return callback(error);
        client.log(response.id, callback);
      });
    }`,
    ["client.request", "client.log"],
  ],
  [
    "the same as a list",
    `function f(optionsOrCallback, cb) {
      const [options, callback] = sort(optionsOrCallback, cb);
      client.request(options, callback);
    }
    function sort(options, cb) { return typeof options === "function" ? [{}, options] : [options, cb]; }`,
    ["client.request"],
  ],
  [
    "a callback that is looked for by hand, and is called once",
    `function f(options, cb) {
      const callback = typeof options === "function" ? options : cb;
      const done = once(callback);
      client.request(options, (error, response) => { if (error) return callback(error); client.log(response.id, callback); });
    }`,
    ["client.request", "client.log"],
  ],
  [
    "no call of which a member is given back",
    "async function f(id) { await db.load(id); if (id) return db.state(id).rows; return db.open(id).rows.all(); }",
    ["db.load", "db.open().rows.all"],
  ],
  [
    "an operation of which a part is kept",
    "function f(url, cb) { const { abort } = client.get(url, cb); controller.signal = abort; }",
    ["client.get"],
  ],
  [
    "functions that plug-ins are given",
    "hooks.tap(async function f(event, resolve, send, error) { await prepare(); if (event.id) return resolve(event.id); return send(error); });",
    ["prepare", "resolve", "send"],
  ],
  [
    "an element of a list that an operation's handle becomes",
    "function f(id, callback) { pending[id] = client.load(id, callback); }",
    ["client.load"],
  ],
  [
    "helpers' ways to give up",
    `async function f(id) {
      return await retry(async (bail, again) => {
        try { return await db.load(id); }
        catch (error) { if (error.isGone) return bail(new Error("gone")); return again(error); }
      });
    }`,
    ["db.load"],
  ],
  [
    "a body that is read of what a helper has fetched",
    `async function f(url) {
      const answer = await withTimeout(fetch(url), 500);
      if (!answer.ok) throw new Error(await answer.text());
      return await answer.json();
    }`,
    ["withTimeout"],
  ],
  [
    "the same where the helper is given a function",
    "async function f(url) { const answer = await retry(() => fetch(url)); return await answer.json(); }",
    ["retry"],
  ],
  [
    "workers of which so many are begun",
    `async function f(items, n, work) {
      async function next() { while (items.length > 0) await work(items.pop()); }
      await Promise.all(Array.from({ length: n }, next));
      await Promise.all(Array.from({ length: n }, () => next()));
      await Promise.all(new Array(n).fill().map(next));
      await Promise.all(new Array(n).fill().map(() => next()));
      const texts = Array.from(items, String);
      await save(texts);
    }`,
    ["next", "next", "next", "next", "save"],
  ],
];

describe("in code as people write it, the I/O calls are those a reader counts:", () => {
  for (const [what, text, expected] of SNIPPETS)
    it(what, () => {
      const { functions } = analyze(text, "ts");
      const found = functions.find(({ name }) => name === "f");
      assert.deepEqual(
        found?.ioCalls.map(({ expression }) => expression),
        expected,
      );
    });
});
