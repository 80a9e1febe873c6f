/* The devices that get notifications while the dashboard is closed. `notifications` decides what to send. */
import type * as z from "zod";
import { requireMember, requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { accountUpdated } from "#src/features/identity/accounts/events.ts";
import { deviceLabel } from "#src/features/identity/accounts/sessions/sessions.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { checkUrl } from "#src/lib/url.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import { arePushKeys } from "#src/platform/push/encryption.ts";
import type { PushSubscription } from "#src/platform/push/send-push.ts";
import { PUSH_ERRORS, type PushDevice, type pushSubscriptionSchema } from "./contract.ts";
import {
  type DeviceRow,
  deleteDevice,
  findDevice,
  listDevices,
  updateDeviceUsed,
  upsertDevice,
} from "./push-store.ts";
import { PUSH_DEVICES_MAX } from "./rules.ts";

/** The person's devices, and the key that a browser subscribes with, or null if this instance has none. */
export async function listPushDevices(ctx: Ctx): Promise<{ items: PushDevice[]; public_key: string | null }> {
  const { person, sessionId } = requireMember(ctx);
  const rows = await listReachableDevices(ctx, [person.id]);
  const items = rows.map(({ id, device, created_at, last_used_at, session_id }) => {
    return { id, device, created_at, last_used_at, is_current: session_id === sessionId };
  });
  return { items, public_key: ctx.push?.publicKey ?? null };
}

/** Replaces this browser's earlier subscription, even another person's, since they've signed out. */
export async function addPushDevice(
  ctx: Ctx,
  { endpoint: raw, keys }: z.output<typeof pushSubscriptionSchema>,
): Promise<PushDevice> {
  const { person, sessionId: session_id } = requireMember(ctx);
  if (!ctx.push) throw failure(PUSH_ERRORS, "PUSH_NOT_OFFERED");
  const instance_key = ctx.push.publicKey;
  const endpoint = cleanEndpoint(raw, ctx.outbound.allowsLocal);
  if (endpoint === undefined || !arePushKeys(keys)) throw failure(PUSH_ERRORS, "PUSH_SUBSCRIPTION_REFUSED");
  const id = ctx.newId();
  const device = deviceLabel(ctx.request?.userAgent ?? null);
  const created_at = ctx.now().toISOString();
  await ctx.write(async (ctx) => {
    await takeAdvisoryLock(ctx.db, "push-devices", person.id);
    const others = (await listReachableDevices(ctx, [person.id])).filter(
      (one) => one.session_id !== session_id,
    );
    if (others.length >= PUSH_DEVICES_MAX) throw failure(PUSH_ERRORS, "PUSH_DEVICES_TOO_MANY");
    const [digest = "", ...earlier] = endpointDigests(ctx.vault, endpoint);
    const device_row = {
      id,
      user_id: person.id,
      session_id,
      endpoint: digest,
      service: new URL(endpoint).host,
      sealed: ctx.vault.seal(pushSealPurpose(id), JSON.stringify({ endpoint, ...keys })),
      instance_key,
      device,
      created_at,
    };
    await upsertDevice(ctx.db, device_row, earlier);
    await announceChange(ctx, person.id);
  });
  return { id, device, created_at, last_used_at: null, is_current: true };
}

export async function removePushDevice(ctx: Ctx, { id }: { id: string }): Promise<{ id: string }> {
  const { id: person } = requirePerson(ctx);
  await ctx.write(async (ctx) => {
    if (!isId(id) || !(await deleteDevice(ctx.db, { person, id })))
      throw failure(PUSH_ERRORS, "PUSH_DEVICE_NOT_FOUND");
    await announceChange(ctx, person);
  });
  return { id };
}

function announceChange(ctx: Ctx, id: string): Promise<void> {
  return ctx.announce(accountUpdated, { account: id, subject: id, payload: { fields: ["notifications"] } });
}

/** Returns these people's devices that can receive messages. Empty without the instance's keys. */
export async function listReachableDevices(
  { db, push, now }: Platform,
  people: readonly string[],
): Promise<DeviceRow[]> {
  return push ? listDevices(db, people, { key: push.publicKey, now: now() }) : [];
}

/** Returns a device that can still receive messages, with its endpoint. */
export async function findReachableDevice(
  { db, push, vault, now }: Platform,
  id: string,
): Promise<{ device: DeviceRow; subscription: PushSubscription } | undefined> {
  const device = push && (await findDevice(db, id, { key: push.publicKey, now: now() }));
  if (!device) return undefined;
  const opened = vault.open(pushSealPurpose(id), device.sealed);
  return opened === undefined ? undefined : { device, subscription: JSON.parse(opened) };
}

export async function recordDeviceUse({ db, now }: Platform, { id }: DeviceRow): Promise<void> {
  await updateDeviceUsed(db, id, now().toISOString());
}

/**
 * Called when the push service reports that it's gone: the person has cleared the browser, or withdrawn the
 * permission.
 */
export async function removeGoneDevice({ db }: Platform, { id, user_id }: DeviceRow): Promise<void> {
  await deleteDevice(db, { person: user_id, id });
}

/** Returns the digests that identify a browser, including those under earlier secrets. */
export const endpointDigests = (vault: Platform["vault"], endpoint: string) =>
  vault.digests("push.endpoint", endpoint);
export const pushSealPurpose = (id: string) => `push.subscription ${id}`;

/**
 * Returns a browser's push endpoint in canonical form, or undefined if it can't be one. `allowLocal` is for
 * push services under development, on this machine or network.
 */
function cleanEndpoint(raw: string, allowLocal: boolean): string | undefined {
  const checked = checkUrl(raw, { allowLocal });
  const isSafe = checked.ok && (/^https:/.test(checked.url) || (allowLocal && /^http:/.test(checked.url)));
  return isSafe ? checked.url : undefined;
}
