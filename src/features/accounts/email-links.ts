import { randomBytes } from "node:crypto";
import type { AuthContext } from "better-auth";
import type { Platform } from "#src/platform/context.ts";
import { resetEmail, signInEmail, verificationEmail } from "./emails.ts";
import { type Ban, isBanned, LINK_SECONDS, type LinkPurpose } from "./rules.ts";
import { deleteLinks } from "./store.ts";

const TOKEN_BYTES = 24;
/** Anything else need not be looked for, and some of it no database takes. */
const TOKEN = /^[\w-]{1,64}$/;

/** The person a link was made for, as far as links need to know them. */
export interface LinkOwner {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
}

/** Under `reset-password` better-auth itself looks, and expects nothing but the user's id. */
const IDENTIFIERS = { verify: "verify-email", reset: "reset-password", signIn: "sign-in" } as const;
/** What is stored with a link, before the user's id: the links of one kind are found by it. */
const VALUES = { verify: "verify:", reset: "", signIn: "sign-in:" } as const;
const PATHS = { verify: "/auth/callback", reset: "/reset-password", signIn: "/auth/link" } as const;
const EMAILS = { verify: verificationEmail, reset: resetEmail, signIn: signInEmail } as const;

interface LinkParts {
  platform: Platform;
  context(): Promise<AuthContext>;
}

/**
 * Links that prove who reads an inbox. A link works once and takes the others of its kind along; it is made when its
 * e-mail is sent, so that no job carries it, and only its hash is stored.
 */
export class EmailLinks {
  readonly #platform: Platform;
  readonly #context: LinkParts["context"];

  constructor({ platform, context }: LinkParts) {
    this.#platform = platform;
    this.#context = context;
  }

  /** Sends nothing to an address that has no account, or that is confirmed already. */
  async sendVerification(email: string): Promise<void> {
    const owner = await this.#findOwner(email);
    if (owner && !owner.emailVerified) await this.#send("verify", owner);
  }

  async sendReset(email: string): Promise<void> {
    const owner = await this.#findOwner(email);
    if (owner) await this.#send("reset", owner);
  }

  /**
   * Whoever made an account may not own its address. Until that is proven a link that signs in would leave them their
   * password, and one that replaces it is sent instead.
   */
  async sendSignIn(email: string): Promise<void> {
    const owner = await this.#findOwner(email);
    if (owner) await this.#send(owner.emailVerified ? "signIn" : "reset", owner);
  }

  /** Whom a link was made for, as long as it works. */
  async find(purpose: LinkPurpose, token: string): Promise<LinkOwner | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const { internalAdapter } = await this.#context();
    const found = await internalAdapter.findVerificationValue(identifierOf(purpose, token));
    if (!found || found.expiresAt.getTime() <= Date.now()) return undefined;
    return this.#ownerOf(purpose, found.value);
  }

  /** As `find`, and the link and all others of its kind are used up. */
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
    await deleteLinks(this.#platform.db, VALUES[purpose] + userId);
  }

  /** Uses a link up and, with it, confirms its owner's address. */
  async verify(token: string): Promise<LinkOwner | undefined> {
    const owner = await this.use("verify", token);
    if (owner) await this.confirm(owner.id);
    return owner;
  }

  /** Notes that somebody reads what is sent to their address. */
  async confirm(userId: string): Promise<void> {
    const { internalAdapter } = await this.#context();
    await internalAdapter.updateUser(userId, { emailVerified: true });
  }

  async #send(purpose: LinkPurpose, owner: LinkOwner): Promise<void> {
    const { internalAdapter } = await this.#context();
    const { publicUrl, name } = this.#platform.instance;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    await internalAdapter.createVerificationValue({
      identifier: identifierOf(purpose, token),
      value: VALUES[purpose] + owner.id,
      expiresAt: new Date(Date.now() + LINK_SECONDS[purpose] * 1000),
    });
    const url = `${publicUrl}${PATHS[purpose]}?token=${token}`;
    await this.#platform.mail.send(EMAILS[purpose]({ to: owner.email, url, instanceName: name }));
  }

  /** The account of this address, unless it is banned. */
  async #findOwner(email: string): Promise<LinkOwner | undefined> {
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
