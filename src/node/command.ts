import { resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { StartRefusal } from "#src/lib/errors.ts";
import { type Config, parseConfig, readEnvironment } from "./config.ts";

export const ROOT = resolve(import.meta.dirname, "../..");
export const MIGRATIONS = resolve(ROOT, "migrations");

interface Command<Options extends NonNullable<ParseArgsConfig["options"]>> {
  options: Options;
  /** What follows the options, if something does. */
  allowPositionals: boolean;
}

/** Runs a command with the instance's own settings. Ends with 1 and a sentence if it can't be done. */
export async function runCommand<Options extends NonNullable<ParseArgsConfig["options"]>>(
  { options, allowPositionals }: Command<Options>,
  work: (
    config: Config,
    given: { values: Partial<Record<keyof Options, unknown>>; positionals: string[] },
  ) => Promise<number>,
): Promise<void> {
  // Other users on this machine must not read this process's files.
  process.umask(0o077);
  try {
    const given = parseArgs({ options: { ...options, data: { type: "string" } }, allowPositionals });
    const { data } = given.values as { data?: string };
    const config = parseConfig(readEnvironment(ROOT), data === undefined ? {} : { DATA_DIR: data });
    const { values, positionals } = given;
    process.exit(
      await work(config, { values: values as Partial<Record<keyof Options, unknown>>, positionals }),
    );
  } catch (error) {
    const isUsage = String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof StartRefusal) && !isUsage) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

/** Commands have no other clock. */
export const systemTime = () => new Date();

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
