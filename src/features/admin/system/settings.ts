import * as z from "zod";
import { instanceSetting } from "#src/lib/setting.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));

export const BACKUP_SCHEDULE = instanceSetting({
  name: "backup_schedule",
  group: "system",
  variable: "BACKUP_SCHEDULE",
  default: "off",
  schema: z.enum(["off", "nightly"], "It must be off or nightly."),
  about:
    "`nightly` makes a backup each night, on one node, in `BACKUP_FOLDER`. `off`: only when someone asks for one. It’s off at first, because a backup on the same disk protects from little, and where yours belong is for you to say.",
  label: "Backups",
  hint: "Where they go is set in the environment, as BACKUP_FOLDER.",
  input: {
    kind: "choice",
    choices: [
      { value: "off", label: "When someone asks for one" },
      { value: "nightly", label: "Every night" },
    ],
  },
});

export const BACKUP_HOUR = instanceSetting({
  name: "backup_hour",
  group: "system",
  variable: "BACKUP_HOUR",
  default: "3",
  schema: z.enum(HOURS, "It must be an hour from 0 to 23.").transform(Number),
  about: "The hour of nightly backups, from 0 to 23, in UTC.",
  label: "Hour of backups",
  hint: "In UTC.",
  input: {
    kind: "choice",
    choices: HOURS.map((value) => ({ value, label: `${value.padStart(2, "0")}:00` })),
  },
});

export const BACKUPS_KEPT = instanceSetting({
  name: "backups_kept",
  group: "system",
  variable: "BACKUPS_KEPT",
  default: "7",
  schema: z
    .string()
    .trim()
    .regex(/^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, "Enter a number from 1 to 365.")
    .transform(Number),
  about: "How many backups stay in `BACKUP_FOLDER`. After a new one, older ones are deleted.",
  label: "Backups to keep",
  hint: "Older ones are deleted after a new one.",
  input: { kind: "number", min: 1, max: 365, unit: "kept" },
});
