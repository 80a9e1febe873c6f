import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { seedPurpose } from "./seeds/seeds.ts";
import {
  dmarcReports,
  dmarcSources,
  seedAddresses,
  seedResults,
  seedTests,
  senderDomains,
} from "./tables.ts";

export const deliverabilityPart: AccountPart = {
  tables: [
    {
      table: dmarcSources,
      by: { account: dmarcSources.user_id },
      exported: {
        as: "dmarc-sources",
        id: dmarcSources.report_id,
        tie: dmarcSources.source_ip,
        without: ["user_id"],
        unrestored: "What DMARC reports say: upload the reports again.",
      },
    },
    {
      table: dmarcReports,
      by: { account: dmarcReports.user_id },
      label: "DMARC reports",
      exported: {
        as: "dmarc-reports",
        id: dmarcReports.id,
        without: ["user_id"],
        unrestored: "DMARC reports: upload them again once the sending accounts are connected.",
      },
    },
    {
      table: seedResults,
      by: { account: seedResults.user_id },
      exported: {
        as: "seed-results",
        id: seedResults.seed_id,
        tie: seedResults.test_id,
        without: ["user_id", "looked_at"],
        unrestored: "What seed tests found: send one.",
      },
    },
    {
      table: seedTests,
      by: { account: seedTests.user_id },
      exported: {
        as: "seed-tests",
        id: seedTests.id,
        without: ["user_id", "token"],
        unrestored: "What seed tests found: send one.",
      },
    },
    {
      table: seedAddresses,
      by: { account: seedAddresses.user_id },
      label: "Seed addresses",
      exported: {
        as: "seed-addresses",
        id: seedAddresses.id,
        without: ["user_id", "secret"],
        unrestored: "Seed addresses: add them again, because exports have no passwords.",
      },
    },
    {
      table: senderDomains,
      by: { account: senderDomains.user_id },
      unexported: "They say what anyone finds in the DNS, and are found again within the hour.",
    },
  ],
  sealed: [
    {
      table: seedAddresses,
      key: [seedAddresses.user_id, seedAddresses.id],
      purposes: { secret: ({ id }: { id: string }) => seedPurpose(id) },
    },
  ],
};
