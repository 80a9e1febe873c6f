/* Who gets a campaign, and who of its audience doesn't and why: counted before, and frozen at the start. */
import { type SQL, sql } from "drizzle-orm";
import { NEWS_TOPIC } from "#src/features/contacts/rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Audience } from "./contract.ts";
import type { CampaignKey } from "./ledger-store.ts";
import type { SkipReason } from "./rules.ts";

interface Frozen extends CampaignKey {
  audience: Audience;
  content_hash: string;
  now: string;
}

export interface AudienceCounts {
  recipients: number;
  left_out: Partial<Record<SkipReason, number>>;
}

function countsOf(rows: { reason: SkipReason | null; count: number }[]): AudienceCounts {
  const counts: AudienceCounts = { recipients: 0, left_out: {} };
  for (const { reason, count } of rows) {
    if (reason === null) counts.recipients = Number(count);
    else counts.left_out[reason] = Number(count);
  }
  return counts;
}

/** What of the audience would get a row, and what wouldn't and why. */
export async function countAudience(db: Db, campaign: Frozen): Promise<AudienceCounts> {
  return countsOf(
    await rowsOf(
      db,
      sql`select reason, count(*)::int as count from (${aimedAt(campaign)}) aimed group by reason`,
    ),
  );
}

/** Gives everyone in the audience a row. Running it again adds only who has none yet. */
export async function freezeAudience(db: Db, campaign: Frozen): Promise<AudienceCounts> {
  return countsOf(
    await rowsOf(
      db,
      sql`with aimed as materialized (${aimedAt(campaign)}),
        made as (insert into deliveries (user_id, campaign_id, contact_id, host, due_at)
          select ${campaign.user_id}, ${campaign.id}::uuid, id, host, ${campaign.now}::timestamptz from aimed
          where reason is null on conflict do nothing)
        select reason, count(*)::int as count from aimed group by reason`,
    ),
  );
}

function aimedAt(campaign: Frozen): SQL {
  return sql`select c.id, lower(regexp_replace(c.email, '^.*@', '')) as host,
      ${leftOutBecause(campaign)} as reason
    from contacts c where c.user_id = ${campaign.user_id} and ${isAimedAt(campaign.audience)}`;
}

/** Why a contact gets nothing of a campaign, or null if they get it. */
function leftOutBecause({ user_id, id, content_hash, now }: Frozen): SQL {
  return sql`case
    when c.status in ('unsubscribed', 'bounced', 'complained', 'blocked')
      or exists (select 1 from suppressions s
        where s.user_id = c.user_id and s.email = c.email and s.scope is null) then 'suppressed'
    when c.status = 'unconfirmed' or not exists (select 1 from contact_consents s where s.user_id = c.user_id
      and s.contact_id = c.id and s.topic = ${NEWS_TOPIC} and s.state = 'confirmed') then 'consent'
    when c.paused_until > ${now}::timestamptz then 'paused'
    when exists (select 1 from deliveries d join campaigns k on k.user_id = d.user_id and k.id = d.campaign_id
      where d.user_id = ${user_id} and d.contact_id = c.id and k.id <> ${id}::uuid
        and k.content_hash = ${content_hash} and d.state not in ('failed', 'skipped')) then 'received'
    end`;
}

function isAimedAt({ tags, profile_ids }: Audience): SQL {
  if (tags.length === 0 && profile_ids.length === 0) return sql`true`;
  return sql`(c.tags && ${sql.param(tags)}::text[] or c.profile_ids && ${sql.param(profile_ids)}::uuid[])`;
}
