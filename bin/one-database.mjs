/*
 * Server tests that run on the embedded database only, because nothing in them depends on the database: they
 * draw, parse, talk to other servers or decide who may come in. What stores, lists, locks or races runs on
 * both. Each file here saves a quarter of a minute of `npm test`.
 */
export const ONE_DATABASE = [
  "src/features/accounts/google.test.ts",
  "src/features/audit/routes.test.ts",
  "src/features/egress/routes.test.ts",
  "src/features/geo/routes.test.ts",
  "src/features/in-app/routes.test.ts",
  "src/features/leads/send-download.test.ts",
  "src/features/media/copies.test.ts",
  "src/features/public-page/installed-page.test.ts",
  "src/features/public-page/lead-pages.test.ts",
  "src/features/public-page/share-pictures.test.ts",
  "src/features/public-page/states.test.ts",
  "src/features/qr/routes.test.ts",
  "src/features/site/found.test.ts",
  "src/features/site/routes.test.ts",
  "src/features/site/worker.test.ts",
  "src/node/access.test.ts",
  "src/node/api-examples.test.ts",
  "src/node/bodies.test.ts",
  "src/node/hosts.test.ts",
  "src/node/mails.test.ts",
  "src/node/odd-text.test.ts",
  "src/node/web-dashboard.test.ts",
];
