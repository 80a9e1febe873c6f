import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { dmarcReports, dmarcSources, senderDomains } from "./tables.ts";

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
      table: senderDomains,
      by: { account: senderDomains.user_id },
      unexported: "They say what anyone finds in the DNS, and are found again within the hour.",
    },
  ],
};
