import { hash, randomBytes, randomUUID } from "node:crypto";
import { networkOf } from "#src/lib/ip-address.ts";
import { memoizeLru } from "#src/lib/lru.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { deleteVisitorsBefore, findSalt, insertSalt } from "./visitor-store.ts";

export interface VisitorHashInput {
  address: string;
  user_agent: string;
  profile_id: string;
}

/** Hashes a visitor for one UTC day and one profile. The hash means nothing once the day's salt is gone. */
export interface VisitorHasher {
  hash(facts: VisitorHashInput): Promise<string>;
  /**
   * Returns the same, or a random name for this moment if the salt can't be read, because counting must never
   * leave a visitor stranded.
   */
  hashOrRandom(facts: VisitorHashInput): Promise<string>;
}

const NETWORKS_REMEMBERED = 2000;
/** A phone changes its IPv6 address several times a day, within one network. */
const rememberedNetwork = memoizeLru(NETWORKS_REMEMBERED, networkOf);

const SALT_BYTES = 32;
/** 128 bits in base64url. */
const NAME_CHARS = 22;

export const visitorHasherOf = processLocal(createVisitorHasher);

function createVisitorHasher(platform: Platform): VisitorHasher {
  let today = "";
  let salt: Promise<string> | undefined;

  async function hashVisitor({ address, user_agent, profile_id }: VisitorHashInput): Promise<string> {
    const day = dayOf(platform.now());
    if (day !== today || !salt) {
      today = day;
      const loading = loadSalt(platform, day);
      salt = loading;
      // If the salt couldn't be read, the next visitor tries again.
      loading.catch(() => {
        if (salt === loading) salt = undefined;
      });
    }
    const text = `${await salt}\n${profile_id}\n${rememberedNetwork(address)}\n${user_agent}`;
    return cutChars(hash("sha256", text, "base64url"), NAME_CHARS);
  }

  return {
    hash: hashVisitor,
    hashOrRandom: (facts) =>
      hashVisitor(facts).catch((error: unknown) => {
        platform.log.error({ err: error }, "a visitor could not be named");
        return randomUUID();
      }),
  };
}

/** Returns a day's salt, the same on every node. The first node that needs it creates it. */
async function loadSalt({ db }: Platform, day: string): Promise<string> {
  await insertSalt(db, day, randomBytes(SALT_BYTES).toString("base64url"));
  const salt = await findSalt(db, day);
  if (salt === undefined) throw new Error(`The salt of ${day} was deleted while it was being read.`);
  return salt;
}

/** Deletes everything that could identify a past day's visitors: the salt, and the hashes. */
export async function purgeVisitors(platform: Platform): Promise<void> {
  const today = dayOf(platform.now());
  await platform.write(({ db }) => deleteVisitorsBefore(db, today));
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
