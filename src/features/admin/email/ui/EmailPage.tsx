import { PATHS } from "#src/lib/paths.ts";
import "#src/kit/deferred.css";
import { Select, Stack } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMe } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import { isStaffFor } from "#src/features/identity/team/rules.ts";
import { lazyComponent } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { ViewSwitch } from "#src/kit/ViewSwitch.tsx";
import { AccountsTable } from "./AccountsTable.tsx";
import { EmailTotals } from "./EmailTotals.tsx";
import { FindMessage } from "./FindMessage.tsx";
import { ReceiversTable } from "./ReceiversTable.tsx";
import { ReturnCheck } from "./ReturnCheck.tsx";
import { StopAll } from "./StopAll.tsx";
import { daysIn, type EmailSearch, sortIn, VIEWS, type View } from "./search.ts";

const InstanceMail = lazyComponent(
  async () => (await import("#src/features/instance/outbox/ui/shared/InstanceMail.tsx")).InstanceMail,
);

const LABELS: Readonly<Record<View, string>> = {
  instance: "This instance",
  accounts: "Accounts",
  receivers: "Receiving domains",
  message: "Find a message",
  return: "Check a bounce",
};

/** `/admin/email`: the e-mail of all accounts, and the instance's own. */
export function EmailPage() {
  const me = useMe();
  const search: EmailSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const may = (area: "email" | "outbox") => me !== undefined && isStaffFor(me.role, area);
  const views = VIEWS.filter((view) =>
    view === "instance" ? may("outbox") : view === "accounts" || view === "receivers" || may("email"),
  );
  // Whoever has just set up an instance comes here for their first e-mail.
  const view = views.find((known) => known === search.view) ?? (may("outbox") ? "instance" : "accounts");
  const go = (changes: EmailSearch) =>
    void navigate({
      to: PATHS.adminEmail,
      search: { ...search, ...changes },
      replace: true,
      resetScroll: false,
    });
  const days = daysIn(search);
  return (
    <>
      <PageTitle title="E-mail" actions={may("email") && <StopAll />}>
        What all accounts send, and what this instance sends itself
      </PageTitle>
      <Stack gap="md">
        <ViewSwitch views={views} labels={LABELS} value={view} onChange={(view) => go({ view, q: "" })} />
        {(view === "accounts" || view === "receivers") && (
          <>
            <Period days={days} onDays={(days) => go({ days })} />
            <EmailTotals days={days} />
          </>
        )}
        {view === "accounts" && (
          <AccountsTable
            days={days}
            sort={sortIn(search)}
            canStop={may("email")}
            onSort={(sort) => go({ sort })}
          />
        )}
        {view === "receivers" && <ReceiversTable days={days} />}
        {view === "message" && <FindMessage words={search.q ?? ""} onWords={(q) => go({ q })} />}
        {view === "return" && <ReturnCheck />}
        {view === "instance" && <InstanceMail />}
      </Stack>
    </>
  );
}

const PERIOD_LABELS = [
  { value: "1", label: "Last 24 hours" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
];

function Period({ days, onDays }: { days: number; onDays: (days: string) => void }) {
  return (
    <Select
      aria-label="Period"
      w={180}
      data={PERIOD_LABELS}
      allowDeselect={false}
      value={`${days}`}
      onChange={(value) => value && onDays(value)}
    />
  );
}
