/** A published package whose sources are part of the corpus. */
export interface CorpusPackage {
  /** Name and exact version, as npm takes it. */
  readonly spec: string;
  /** Folders or files of the package that hold what people wrote, not what tools made of it. */
  readonly sources: readonly string[];
  readonly kind: string;
}

/** Packages of many kinds, in source form, at versions that stay. */
export const PACKAGES: readonly CorpusPackage[] = [
  { spec: "pg@8.23.1", sources: ["lib"], kind: "database client" },
  { spec: "mysql2@3.24.6", sources: ["lib", "promise.js"], kind: "database client" },
  { spec: "mongodb@7.9.0", sources: ["src"], kind: "database client, TypeScript" },
  { spec: "postgres@3.4.9", sources: ["src"], kind: "database client, ES modules" },
  { spec: "ioredis@6.0.0", sources: ["built"], kind: "database client" },
  { spec: "levelup@5.1.1", sources: ["lib"], kind: "database" },
  { spec: "mongoose@9.12.1", sources: ["lib"], kind: "ORM" },
  { spec: "knex@3.3.0", sources: ["lib"], kind: "query builder" },
  { spec: "sequelize@6.37.8", sources: ["lib"], kind: "ORM" },
  { spec: "amqplib@2.3.1", sources: ["lib"], kind: "queue client" },
  { spec: "kafkajs@2.2.4", sources: ["src"], kind: "queue client" },
  { spec: "bull@4.16.5", sources: ["lib"], kind: "queue" },
  { spec: "moleculer@0.15.2", sources: ["src"], kind: "services" },
  { spec: "koa@3.3.0", sources: ["lib"], kind: "server" },
  { spec: "fastify@5.12.8", sources: ["lib", "fastify.js"], kind: "server" },
  { spec: "@trpc/server@11.25.2", sources: ["src"], kind: "server, TypeScript" },
  { spec: "undici@8.12.4", sources: ["lib"], kind: "HTTP client" },
  { spec: "node-fetch@3.3.2", sources: ["src"], kind: "HTTP client, ES modules" },
  { spec: "axios@1.21.1", sources: ["lib"], kind: "HTTP client, ES modules" },
  { spec: "make-fetch-happen@16.0.1", sources: ["lib"], kind: "HTTP client" },
  { spec: "openai@7.57.0", sources: ["src"], kind: "API client, TypeScript" },
  { spec: "@tanstack/query-core@5.108.0", sources: ["src"], kind: "state, TypeScript" },
  { spec: "puppeteer-core@25.16.0", sources: ["src"], kind: "browser driver, TypeScript" },
  { spec: "nodemailer@10.6.0", sources: ["dist"], kind: "mail client" },
  { spec: "execa@10.2.1", sources: ["lib", "index.js"], kind: "processes, ES modules" },
  { spec: "fs-extra@11.4.1", sources: ["lib"], kind: "files" },
  { spec: "cacache@21.0.2", sources: ["lib"], kind: "files" },
  { spec: "pacote@22.0.0", sources: ["lib"], kind: "package manager" },
  { spec: "@npmcli/arborist@10.0.4", sources: ["lib"], kind: "package manager" },
  { spec: "mocha@12.0.3", sources: ["lib"], kind: "test runner" },
  { spec: "webpack@5.112.2", sources: ["lib"], kind: "build tool" },
];

/**
 * Packages that nobody looks into while the faking is worked on: whether what is done for the others holds for any.
 * Whoever has read why a function of these fails moves the package to {@link PACKAGES} and holds out another.
 */
export const HELD_OUT: readonly CorpusPackage[] = [
  { spec: "@hapi/hapi@21.4.10", sources: ["lib"], kind: "server" },
  { spec: "objection@3.1.5", sources: ["lib"], kind: "ORM" },
  { spec: "telegraf@4.16.3", sources: ["src"], kind: "bot framework, TypeScript" },
  { spec: "ssh2-sftp-client@12.1.1", sources: ["src"], kind: "files over a network" },
  { spec: "karma@6.4.4", sources: ["lib"], kind: "test runner" },
  { spec: "bee-queue@2.0.0", sources: ["lib"], kind: "queue" },
  { spec: "ws@8.23.0", sources: ["lib"], kind: "sockets" },
  { spec: "@feathersjs/authentication@5.0.50", sources: ["src"], kind: "services, TypeScript" },
];

/** The name of a package in a specification. */
export function nameOf(spec: string): string {
  return spec.slice(0, spec.lastIndexOf("@"));
}
