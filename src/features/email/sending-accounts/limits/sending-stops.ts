/* The emergency stops, an account's and the instance's: all sending checks them first. */
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { MAILBOX_ERRORS } from "../contract.ts";
import { SENDING } from "../settings.ts";
import { findSendingStops } from "./sending-stop-store.ts";

/** Throws while the account's sending is stopped, or the whole instance's. */
export async function requireSendingAllowed(ctx: Ctx): Promise<void> {
  if (!ctx.settings.get(SENDING))
    throw failure(MAILBOX_ERRORS, "SENDING_STOPPED", { message: STOPPED_FOR_ALL });
  const { own, staff } = await findSendingStops(ctx.db, ctx.account);
  // Only staff can lift a stop by staff, whatever the account's team does.
  if (staff) {
    const message = `The people who run this instance have stopped your sending: ${staff.staff_reason}`;
    throw failure(MAILBOX_ERRORS, "SENDING_STOPPED", { message });
  }
  if (own) throw failure(MAILBOX_ERRORS, "SENDING_STOPPED");
}

const STOPPED_FOR_ALL =
  "The people who run this instance have stopped all sending for now. Nothing is lost: try again later.";
