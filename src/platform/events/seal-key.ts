import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import type { Platform } from "../context.ts";
import { findInstanceValue, insertInstanceValue, upsertInstanceValue } from "../key-value-store.ts";

const NAME = "event-chain-key";
const KEY_BYTES = 32;

/** Without this key, which is sealed with the instance's secret, nobody can write a chain that fits. */
export interface SealKey {
  digest(...parts: (string | number | null)[]): string;
}

const keys = new WeakMap<object, SealKey>();

/** The chain's key, made once. Undefined if the instance has lost the secret that it was sealed with. */
export async function findSealKey(platform: Platform): Promise<SealKey | undefined> {
  const known = keys.get(platform.database);
  if (known) return known;
  const { db, vault } = platform;
  const sealed =
    (await findInstanceValue(db, NAME)) ??
    (await insertInstanceValue(db, NAME, vault.seal(NAME, randomBytes(KEY_BYTES).toString("base64url"))));
  const text = vault.open(NAME, sealed);
  return text === undefined ? undefined : keyOf(createSecretKey(Buffer.from(text, "base64url")));
}

/** Keeps the key for the process, outside of transactions that may be undone, and seals it with the present secret. */
export async function loadSealKey(platform: Platform): Promise<SealKey | undefined> {
  const key = await findSealKey(platform);
  if (key) keys.set(platform.database, key);
  const sealed = await findInstanceValue(platform.db, NAME);
  const again = sealed === undefined ? undefined : platform.vault.reseal(NAME, sealed);
  if (again) await upsertInstanceValue(platform.db, { name: NAME, value: again.sealed, now: platform.now() });
  return key;
}

/** Begins anew. What was sealed with the key before can't be checked anymore. */
export async function replaceSealKey(platform: Platform): Promise<SealKey> {
  const text = randomBytes(KEY_BYTES).toString("base64url");
  const value = platform.vault.seal(NAME, text);
  await upsertInstanceValue(platform.db, { name: NAME, value, now: platform.now() });
  return keyOf(createSecretKey(Buffer.from(text, "base64url")));
}

function keyOf(key: KeyObject): SealKey {
  return {
    digest: (...parts) => createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url"),
  };
}
