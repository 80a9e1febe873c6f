import { pino } from "pino";
import { afterAll, expect, it } from "vitest";
import { upsertSetting } from "#src/features/instance/settings/store.ts";
import { INSTANCE_NAME, SUPPORT_ADDRESS } from "#src/lib/brand.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { Settings, settingsChanged } from "#src/platform/settings.ts";
import { Signals } from "#src/platform/signals.ts";
import { postgresStore, removeFolders } from "./stores.ts";

const database = await openPostgres((await postgresStore()).databaseUrl, () => {});
const log = pino({ level: "silent" });
afterAll(async () => {
  await database.close();
  await removeFolders();
});

/** Another node, which loaded the table before anything was changed. */
async function startNode(fixed: Record<string, string> = {}) {
  const settings = new Settings({ database, list: [INSTANCE_NAME, SUPPORT_ADDRESS], fixed, log });
  await settings.load();
  const signals = new Signals(database, crypto.randomUUID(), log);
  settings.follow(signals);
  const { promise: changed, resolve } = Promise.withResolvers<void>();
  settings.onChange(resolve);
  await signals.start();
  return { settings, changed };
}

const save = (value: string) =>
  database.orm.transaction(async (db) => {
    await upsertSetting(db, { name: INSTANCE_NAME.name, value, updated_at: new Date().toISOString() });
    await new Signals(database, "writer", log).send(db, [{ name: settingsChanged.name, payload: {} }]);
  });

it("a setting saved on one node reaches the others, where the environment still wins", async () => {
  const node = await startNode();
  const fixed = await startNode({ [INSTANCE_NAME.name]: "Ours" });
  expect(node.settings.get(INSTANCE_NAME)).toBe("Fanfare");
  await save("Bravo");
  await Promise.all([node.changed, fixed.changed]);
  expect(node.settings.look(INSTANCE_NAME)).toMatchObject({ text: "Bravo", source: "founder" });
  expect(fixed.settings.look(INSTANCE_NAME)).toMatchObject({ text: "Ours", source: "environment" });
  expect(node.settings.get(SUPPORT_ADDRESS)).toBe("");
});

it("missed changes are loaded after a gap, and an unreadable value is ignored", async () => {
  const node = await startNode();
  await database.orm.transaction(async (db) => {
    const updated_at = new Date().toISOString();
    await upsertSetting(db, { name: INSTANCE_NAME.name, value: "", updated_at });
    await upsertSetting(db, { name: SUPPORT_ADDRESS.name, value: "help@example.com", updated_at });
  });
  expect(node.settings.get(SUPPORT_ADDRESS)).toBe("");
  await database.script("select pg_notify('fanfare_signals', '{')");
  await node.changed;
  expect(node.settings.get(SUPPORT_ADDRESS)).toBe("help@example.com");
  expect(node.settings.look(INSTANCE_NAME)).toMatchObject({ text: "Fanfare", source: "default" });
});
