export const MUTANTS = [
  [
    "a backup that anyone can read has the secret",
    "../../../platform/backup/backup.ts",
    `secret: passphrase === "" ? "" : order.secret,`,
    "secret: order.secret,",
    ["backups/restore-refusals.test.ts"],
  ],
  [
    "a restore replaces accounts without being told to",
    "backups/restore-run.ts",
    "if (!run.isReplaced && (await hasAccounts(connection))) throw new StartRefusal(NOT_EMPTY);",
    "",
    ["backups/restore.test.ts"],
  ],
  [
    "old files of others are deleted with ours",
    "backups/backup-rules.ts",
    "names.filter((name) => NAME.test(name)).sort()",
    "[...names].sort()",
    ["backups/backup-rules.test.ts"],
  ],
  [
    "the support bundle keeps words that it doesn't know",
    "bundle/redaction.ts",
    `(isKnown(word) ? word : "…")`,
    "word",
    ["bundle/bundle.test.ts"],
  ],
  [
    "a nightly backup is made again and again",
    "backups/backups.ts",
    "if (await hasScheduledSince(db, dueTime(platform.now(), settings.get(BACKUP_HOUR)).toISOString())) return;",
    "",
    ["routes.test.ts"],
  ],
];
