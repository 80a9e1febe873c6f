import { campaignsOfPerson } from "#src/features/campaigns/person-store.ts";
import { campaignTimeline } from "#src/features/campaigns/timeline-store.ts";
import { findCampaignByIdPrefix } from "#src/features/campaigns/unsubscription-store.ts";
import { registerContactSources } from "#src/features/contacts/timeline-registry.ts";
import { importsOfPerson } from "#src/features/imports/person-store.ts";
import { leadsOfPerson, visitsOfPerson } from "#src/features/leads/person-store.ts";
import { visitTimeline } from "#src/features/leads/timeline-store.ts";
import { mailsOfPerson } from "#src/features/mails/person-store.ts";
import { ordersOfPerson } from "#src/features/orders/person-store.ts";
import { orderTimeline } from "#src/features/orders/timeline-store.ts";

/* What later slices know of contacts. */
registerContactSources({
  timeline: [visitTimeline, campaignTimeline, orderTimeline],
  scored: [campaignTimeline, orderTimeline],
  people: [
    ...[leadsOfPerson, visitsOfPerson, importsOfPerson],
    ...campaignsOfPerson,
    ...[mailsOfPerson, ordersOfPerson],
  ],
  findCampaign: findCampaignByIdPrefix,
});
