import { listDeliveryBatches, listDeliveryRows } from "#src/features/email/delivery/delivery.ts";
import {
  FAIL_REASONS,
  HELD_UNTIL_DECIDED,
  SKIP_REASONS,
  WAIT_REASONS,
} from "#src/features/email/delivery/rules.ts";
import { GENERAL_ERRORS } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { csvFile } from "#src/platform/http/streamed-file.ts";
import { requireCampaign } from "../campaigns.ts";
import type { CampaignDelivery, RecipientStatus } from "./deliveries-contract.ts";

const PAGE_ROWS = 50;
const BATCH_ROWS = 1000;
const REASONS = { ...SKIP_REASONS, ...FAIL_REASONS, ...WAIT_REASONS };

interface Filter {
  id: string;
  status?: RecipientStatus | undefined;
}

/** A campaign's recipients, with the outcome of each one's message. */
export async function listDeliveries(ctx: Ctx, { id, ...asked }: Filter & { cursor?: string | undefined }) {
  await requireCampaign(ctx, id);
  const { rows, next } = await listDeliveryRows(ctx.db, {
    user_id: ctx.account,
    id,
    ...asked,
    rows: PAGE_ROWS,
  });
  return { items: rows.map(toDelivery), ...(next !== undefined && { next }) };
}

type Row = Awaited<ReturnType<typeof listDeliveryRows>>["rows"][number];

function toDelivery({ delivery, email, name, mailbox_id }: Row): CampaignDelivery {
  const { contact_id, state, outcome, due_at, tried_at, handed_over_at, replied_at } = delivery;
  const { opened_at, clicked_at, unsubscribed_at, reason } = delivery;
  return {
    due_at: due_at < HELD_UNTIL_DECIDED ? due_at : null,
    contact_id,
    email: email ?? "",
    name: name ?? "",
    state,
    outcome,
    tried_at,
    mailbox_id,
    handed_over_at,
    replied_at,
    opened_at,
    clicked_at,
    unsubscribed_at,
    reason: reason === null ? "" : REASONS[reason],
  };
}

const COLUMNS = [
  ...(["email", "name", "state", "reason", "outcome", "tried_at", "handed_over_at"] as const),
  ...(["replied_at", "opened_at", "clicked_at", "unsubscribed_at"] as const),
];

export async function exportDeliveries(ctx: Ctx, { id, status }: Filter): Promise<File> {
  await requireCampaign(ctx, id);
  const name = `recipients-${ctx.now().toISOString().slice(0, 10)}.csv`;
  return csvFile(name, COLUMNS, linesOf(ctx, { id, status }));
}

async function* linesOf(ctx: Ctx, filter: Filter) {
  const asked = { user_id: ctx.account, ...filter, rows: BATCH_ROWS };
  for await (const rows of listDeliveryBatches(ctx.db, asked)) {
    if (!(await ctx.isAdmitted())) throw failure(GENERAL_ERRORS, "UNAUTHORIZED");
    yield rows.map((row) => {
      const delivery = toDelivery(row);
      return COLUMNS.map((column) => delivery[column] ?? "");
    });
  }
}
