/*
 * Two-step sign-in: codes from an app, and recovery codes for when it's lost. better-auth's own plugin
 * requires codes only after passwords, accepts a code more than once, and shows recovery codes before the
 * first code has been entered.
 */
import { hash, randomInt } from "node:crypto";
import { INSTANCE_NAME } from "#src/lib/brand.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx, Person, Platform } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import { requirePerson } from "../accounts.ts";
import { SIGN_IN_METHOD_ERRORS } from "../contract.ts";
import {
  about,
  recoveryCodesReplaced,
  recoveryCodeUsed,
  twoFactorDisabled,
  twoFactorEnabled,
} from "../events.ts";
import { requireSameIdentity } from "../id-swap/id-swap.ts";
import { RECOVERY_CODES } from "../rules.ts";
import {
  enqueueSignInMethodMail,
  requireRecentlyVerifiedPerson,
  requireVerifiedPerson,
} from "../sign-in-methods/sign-in-methods.ts";
import { deleteRemoval } from "./removal-store.ts";
import { newTotpSecret, setupOf, stepOf } from "./totp.ts";
import {
  boundTo,
  deleteRecoveryCode,
  deleteTwoFactor,
  findTwoFactor,
  lockTwoFactor,
  recoverySealPurpose,
  type TwoFactorRow,
  totpSealPurpose,
  updateConfirmed,
  updateLastStep,
  updateRecoveryCodes,
  upsertTwoFactor,
} from "./two-factor-store.ts";

export { requestRemoval, stopRemoval } from "./removal.ts";

const CODES: Limit = {
  name: "two-factor-setup",
  attempts: 20,
  seconds: 900,
  sentence: "That’s a lot of wrong codes.",
};
/** Leaves out characters that look alike in some fonts. */
const RECOVERY_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const RECOVERY_CHARS = 12;

/** Starts a setup, or starts it over. Signing in doesn't change until a code confirms it. */
export async function startTwoFactor(ctx: Ctx) {
  const person = await requireVerifiedPerson(ctx);
  const secret = newTotpSecret();
  const sealed = ctx.vault.seal(totpSealPurpose(person.id), secret);
  const isOpen = await ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    return upsertTwoFactor(ctx.db, { userId: person.id, secret: sealed, trustFrom: ctx.now() });
  });
  if (!isOpen) throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_ON");
  return setupOf(secret, { issuer: ctx.settings.get(INSTANCE_NAME), email: person.email });
}

/** The code proves that the app has the secret. The recovery codes are in this response only. */
export async function turnOnTwoFactor(ctx: Ctx, { code }: { code: string }) {
  const person = requirePerson(ctx);
  const found = await findTwoFactor(ctx.db, person.id);
  if (!found) throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF");
  if (found.confirmedAt) throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_ON");
  await ctx.limits.count(CODES, person.id);
  return ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    const setup = await lockTwoFactor(ctx.db, person.id);
    if (!setup) throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF");
    if (!(await takeTotp(ctx, setup, code))) throw failure(SIGN_IN_METHOD_ERRORS, "CODE_WRONG");
    const codes = newRecoveryCodes();
    const recoveryCodes = sealedCodes(ctx, boundTo(setup), codes);
    const { userId, secret } = setup;
    const isOn = await updateConfirmed(ctx.db, { userId, secret, recoveryCodes, at: ctx.now() });
    if (!isOn) throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_ON");
    await ctx.announce(twoFactorEnabled, about(person));
    await enqueueSignInMethodMail(ctx, person, "two_factor_on");
    return { recovery_codes: codes };
  });
}

export async function turnOffTwoFactor(ctx: Ctx) {
  const person = await requireRecentlyVerifiedPerson(ctx);
  await ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    if (!(await deleteTwoFactor(ctx.db, person.id))) throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF");
    await deleteRemoval(ctx.db, { userId: person.id });
    await ctx.announce(twoFactorDisabled, about(person));
    await enqueueSignInMethodMail(ctx, person, "two_factor_off");
  });
  return {};
}

/** The old ones stop working. */
export async function replaceRecoveryCodes(ctx: Ctx) {
  const person = await requireRecentlyVerifiedPerson(ctx);
  const codes = newRecoveryCodes();
  await ctx.write(async (ctx) => {
    await requireSameIdentity(ctx);
    const row = await findTwoFactor(ctx.db, person.id);
    const digests = row && sealedCodes(ctx, boundTo(row), codes);
    if (!digests || !(await updateRecoveryCodes(ctx.db, person.id, digests)))
      throw failure(SIGN_IN_METHOD_ERRORS, "TWO_FACTOR_OFF");
    await ctx.announce(recoveryCodesReplaced, about(person));
    await enqueueSignInMethodMail(ctx, person, "recovery_codes_replaced");
  });
  return { recovery_codes: codes };
}

/**
 * Uses up a code from the app or a recovery code. False if it's wrong or already used. The caller counts
 * guesses.
 */
export async function consumeCode(platform: Platform, person: CodeOwner, written: string): Promise<boolean> {
  const code = written.replace(/[\s-]/g, "").toLowerCase();
  if (/^\d{6}$/.test(code)) {
    const row = await findTwoFactor(platform.db, person.id);
    return row?.confirmedAt ? takeTotp(platform, row, code) : false;
  }
  return platform.write(async (ctx) => {
    const row = await lockTwoFactor(ctx.db, person.id);
    if (!row?.confirmedAt) return false;
    const purpose = recoverySealPurpose(boundTo(row));
    const kept = row.recoveryCodes.find((kept) => ctx.vault.open(purpose, kept) === hash("sha256", code));
    const left = kept === undefined ? undefined : await deleteRecoveryCode(ctx.db, person.id, kept);
    if (left === undefined) return false;
    await ctx.announce(recoveryCodeUsed, { ...about(person), payload: { left } });
    await enqueueSignInMethodMail(ctx, person, "recovery_code_used");
    return true;
  });
}

type CodeOwner = Pick<Person, "id" | "email">;

/** True if it's the app's current code and hasn't been used. */
async function takeTotp({ db, vault, now }: Platform, row: TwoFactorRow, code: string): Promise<boolean> {
  const secret = vault.open(totpSealPurpose(boundTo(row)), row.secret);
  const step = secret === undefined ? undefined : await stepOf(secret, code.trim(), now());
  return step !== undefined && updateLastStep(db, row.userId, step);
}

function newRecoveryCodes(): string[] {
  const letter = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)];
  const code = () =>
    Array.from({ length: RECOVERY_CHARS }, letter)
      .join("")
      .replace(/(.{4})(?=.)/g, "$1-");
  return Array.from({ length: RECOVERY_CODES }, code);
}

/** Stores encrypted hashes: unlike a digest of the vault's, they can be reencrypted with another secret. */
function sealedCodes({ vault }: Platform, userId: string, codes: readonly string[]): string[] {
  return codes.map((code) =>
    vault.seal(recoverySealPurpose(userId), hash("sha256", code.replaceAll("-", ""))),
  );
}
