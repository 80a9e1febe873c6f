import type { Logger } from "pino";
import * as z from "zod";
import type { InstanceSetting } from "#src/lib/setting.ts";
import type { Database } from "./db/database.ts";
import type { Signals, SignalType } from "./signals.ts";
import { settings } from "./tables.ts";

/** Announces that the `settings` table has changed, so that every node reloads it. */
export const settingsChanged: SignalType<object> = { name: "settings.changed", payload: z.object({}) };

const RETRY_MS = 1_000;

export type SettingSource = "environment" | "founder" | "default";

interface Current {
  text: string;
  value: unknown;
  source: SettingSource;
}

interface SettingsParts {
  database: Database;
  list: readonly InstanceSetting<unknown>[];
  /** The environment's values, by setting name, already validated. */
  fixed: Readonly<Record<string, string>>;
  log: Logger;
}

/**
 * The instance's settings, in memory: the environment's value, else the table's, else the default. A signal
 * or a gap makes every node reload the table and then call the `onChange` handlers.
 */
export class Settings {
  readonly list: readonly InstanceSetting<unknown>[];
  readonly #parts: SettingsParts;
  readonly #changeHandlers: (() => void)[] = [];
  #current: ReadonlyMap<string, Current> = new Map();
  #refreshing: Promise<void> = Promise.resolve();

  constructor(parts: SettingsParts) {
    this.#parts = parts;
    this.list = parts.list;
  }

  get<Value>(setting: InstanceSetting<Value>): Value {
    return this.#find(setting).value as Value;
  }

  /** Returns the setting's text and where it comes from. */
  look(setting: InstanceSetting<unknown>): { text: string; source: SettingSource } {
    return this.#find(setting);
  }

  /** Called after settings have changed, because anything derived from them is stale. */
  onChange(handler: () => void): void {
    this.#changeHandlers.push(handler);
  }

  /** Loads the table. Values that this version can't read are ignored. */
  async load(): Promise<void> {
    const { database, fixed, log } = this.#parts;
    const rows = await database.orm.select().from(settings);
    const stored = new Map(rows.map(({ name, value }) => [name, value]));
    const current = new Map<string, Current>();
    for (const setting of this.list) {
      const texts = [
        { source: "environment", text: fixed[setting.name] },
        { source: "founder", text: stored.get(setting.name) },
        { source: "default", text: setting.default },
      ] as const;
      for (const { source, text } of texts) {
        if (text === undefined) continue;
        const { success, data } = setting.schema.safeParse(text);
        if (success) {
          current.set(setting.name, { source, text, value: data });
          break;
        }
        log.warn({ setting: setting.name, source }, "a setting can't be read and is left out");
      }
    }
    this.#current = current;
  }

  follow(signals: Signals): void {
    signals.on(settingsChanged, () => this.#refresh());
    signals.onGap(() => void this.#refresh());
  }

  /**
   * Runs in sequence, so that an older result never replaces a newer one. Retries until the database
   * responds.
   */
  #refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(async () => {
      try {
        await this.load();
        for (const handler of this.#changeHandlers) handler();
      } catch (error) {
        this.#parts.log.error({ err: error }, "reading the settings failed");
        setTimeout(() => void this.#refresh(), RETRY_MS).unref();
      }
    });
    return this.#refreshing;
  }

  #find(setting: InstanceSetting<unknown>): Current {
    const current = this.#current.get(setting.name);
    if (!current) throw new Error(`${setting.name} is missing from the list of settings.`);
    return current;
  }
}
