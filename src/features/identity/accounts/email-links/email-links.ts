import { randomBytes } from "node:crypto";
import type { AuthContext } from "better-auth";
import { PATHS } from "#src/lib/paths.ts";
import type { Platform } from "#src/platform/context.ts";
import type { Database } from "#src/platform/db/database.ts";
import { currentContext, inTransaction } from "../auth-transaction.ts";
import { about, emailConfirmed } from "../events.ts";
import { type Ban, isBanned, LINK_SECONDS, type LinkPurpose } from "../rules.ts";
import { deleteLinks } from "../store.ts";

const TOKEN_BYTES = 24;
/** Nothing else can be a token, and databases reject some of it. */
const TOKEN = /^[\w-]{1,64}$/;

export interface LinkOwner {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
}

/** better-auth itself looks under `reset-password` and expects just the user's id. */
const IDENTIFIERS = {
  verify: "verify-email",
  reset: "reset-password",
  signIn: "sign-in",
  oldEmail: "old-email",
  newEmail: "new-email",
  notMe: "not-me",
} as const;
/** Stored with a link before the user's id, to find the links of one kind. */
const VALUES = {
  verify: "verify:",
  reset: "",
  signIn: "sign-in:",
  oldEmail: "old-email:",
  newEmail: "new-email:",
  notMe: "not-me:",
} as const;
const LINK_PATHS = {
  verify: PATHS.authCallback,
  reset: PATHS.resetPassword,
  signIn: PATHS.signInLink,
  oldEmail: PATHS.confirmEmail,
  newEmail: PATHS.confirmEmail,
  notMe: PATHS.notMe,
} as const;

/** Links belong to a process's sign-in, and there's one per database. */
const linksOfProcess = new WeakMap<Database, EmailLinks>();

export function emailLinks({ database }: Platform): EmailLinks {
  const links = linksOfProcess.get(database);
  if (!links) throw new Error("This process has no sign-in.");
  return links;
}

interface LinkParts {
  platform: Platform;
  context(): Promise<AuthContext>;
}

/**
 * Links that prove access to an inbox. A link works once and uses up the others of its kind. It's created
 * when its e-mail is sent, so that no job contains it, and only its hash is stored.
 */
export class EmailLinks {
  readonly #platform: Platform;
  readonly #context: LinkParts["context"];

  constructor({ platform, context }: LinkParts) {
    this.#platform = platform;
    this.#context = context;
    linksOfProcess.set(platform.database, this);
  }

  /** Returns the path of the page for this kind of link. Without a token, the page offers to send a link. */
  pageOf(purpose: LinkPurpose): string {
    return this.#platform.instance.publicUrl + LINK_PATHS[purpose];
  }

  async make(purpose: LinkPurpose, owner: LinkOwner): Promise<string> {
    const { internalAdapter } = await this.#context();
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await internalAdapter.createVerificationValue({
      identifier: identifierOf(purpose, token),
      value: VALUES[purpose] + owner.id,
      expiresAt: new Date(Date.now() + LINK_SECONDS[purpose] * 1000),
    });
    return `${this.pageOf(purpose)}?token=${token}`;
  }

  /** Returns the person a link was made for, as long as it works. */
  async find(purpose: LinkPurpose, token: string): Promise<LinkOwner | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { internalAdapter } = await this.#context();
    const found = await internalAdapter.findVerificationValue(identifierOf(purpose, token));
    if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
    return this.#ownerOf(purpose, found.value);
  }

  /** Like `find`, and uses up the link and all others of its kind. */
  async use(purpose: LinkPurpose, token: string): Promise<LinkOwner | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { internalAdapter } = await this.#context();
    const found = await internalAdapter.consumeVerificationValue(identifierOf(purpose, token));
    const owner = found && (await this.#ownerOf(purpose, found.value));
    if (!owner) return undefined;
    await this.revoke(purpose, owner.id);
    return owner;
  }

  async revoke(purpose: LinkPurpose, userId: string): Promise<void> {
    await deleteLinks(currentContext(this.#platform).db, VALUES[purpose] + userId);
  }

  /** Uses up a link and confirms its owner's address. */
  verify(token: string): Promise<LinkOwner | undefined> {
    return inTransaction(this.#platform, async () => {
      const owner = await this.use("verify", token);
      if (owner) await this.confirm(owner);
      return owner;
    });
  }

  async confirm({ id, emailVerified }: Pick<LinkOwner, "id" | "emailVerified">): Promise<void> {
    if (emailVerified) return;
    const { internalAdapter } = await this.#context();
    await internalAdapter.updateUser(id, { emailVerified: true });
    await currentContext(this.#platform).announce(emailConfirmed, about({ id }));
  }

  /** Returns the account with this address, unless it's banned. */
  async findOwner(email: string): Promise<LinkOwner | undefined> {
    const { internalAdapter } = await this.#context();
    const found = await internalAdapter.findUserByEmail(email);
    return found && !isBanned(found.user as Ban, this.#platform.now()) ? found.user : undefined;
  }

  async #ownerOf(purpose: LinkPurpose, value: string): Promise<LinkOwner | undefined> {
    if (!value.startsWith(VALUES[purpose])) return undefined;
    const { internalAdapter } = await this.#context();
    const owner = await internalAdapter.findUserById(value.slice(VALUES[purpose].length));
    return owner ?? undefined;
  }
}

function identifierOf(purpose: LinkPurpose, token: string): string {
  return `${IDENTIFIERS[purpose]}:${token}`;
}
