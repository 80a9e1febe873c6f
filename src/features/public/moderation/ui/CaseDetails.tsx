import { Alert, Anchor, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { meQuery } from "#src/features/identity/accounts/ui/shared/account-queries.ts";
import type { CaseDetail } from "#src/features/public/moderation/cases/case-contract.ts";
import {
  type CaseDecision,
  DECISION_LABELS,
  DECISIONS,
  GROUND_LABELS,
} from "#src/features/public/moderation/cases/case-rules.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { lazyDialog } from "#src/kit/lazy.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { AppealCard } from "./AppealCard.tsx";
import { CaseLinks } from "./CaseLinks.tsx";
import { CasePageView } from "./CasePageView.tsx";
import { CaseReports, OtherCases } from "./CaseReports.tsx";
import { pageLabel } from "./CaseRow.tsx";
import { CaseSignals } from "./CaseSignals.tsx";
import { type CaseSearch, caseListOptions, moderationApi, useCasesRefresh } from "./case-queries.ts";
import { KeysDialog } from "./KeysDialog.tsx";
import { Quote } from "./Quote.tsx";
import { useCaseKeys } from "./use-case-keys.ts";

const DecisionDialog = lazyDialog(async () => (await import("./DecisionDialog.tsx")).DecisionDialog);
const QuestionDialog = lazyDialog(async () => (await import("./QuestionDialog.tsx")).QuestionDialog);

type Dialog = CaseDecision | "ask" | "keys";

/** `/admin/moderation?case=ID`: everything that a decision takes. */
export function CaseDetails({ id, search }: { id: string; search: CaseSearch }) {
  const query = useQuery(moderationApi.getCase.queryOptions({ input: { id } }));
  if (query.data) return <LoadedCase item={query.data} search={search} />;
  return (
    <>
      <BackLink to={STAFF_PATHS.moderation}>All cases</BackLink>
      <QueryState query={query} failure="We couldn’t load that case." height={320} />
    </>
  );
}

function LoadedCase({ item, search }: { item: CaseDetail; search: CaseSearch }) {
  const { page, id, state } = item;
  const [dialog, setDialog] = useState<Dialog>();
  const { claim, isMine } = useClaim(item);
  const { go, back } = useNeighbors(id, search);
  const isOpen = state === "open" || state === "waiting";
  const ask = (asked: Dialog) => isOpen && canDo(item, asked) && setDialog(asked);
  useCaseKeys({
    j: () => go(1),
    k: () => go(-1),
    u: back,
    c: () => isOpen && claim.mutate(),
    0: () => ask("ask"),
    ...Object.fromEntries(DECISIONS.map((decision, at) => [String(at + 1), () => ask(decision)])),
    "?": () => setDialog("keys"),
  });
  const close = () => setDialog(undefined);
  const decision = dialog === "ask" || dialog === "keys" ? undefined : dialog;
  return (
    <>
      <BackLink to={STAFF_PATHS.moderation}>All cases</BackLink>
      <PageTitle title={pageLabel(item)}>
        {item.number}
        {item.is_urgent && (
          <Badge color="red" ms="xs">
            Urgent
          </Badge>
        )}
      </PageTitle>
      <Stack>
        <Card title="Decision" text={<StateText item={item} />}>
          {isOpen && (
            <Group gap="xs">
              <Button
                size="xs"
                variant={isMine ? "default" : "filled"}
                loading={claim.isPending}
                onClick={() => claim.mutate()}
              >
                {claimLabel(item, isMine)}
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={!canDo(item, "ask")}
                onClick={() => setDialog("ask")}
              >
                Ask the owner…
              </Button>
              {DECISIONS.map((decision) => (
                <Button
                  key={decision}
                  size="xs"
                  variant="default"
                  disabled={!canDo(item, decision)}
                  onClick={() => setDialog(decision)}
                >
                  {DECISION_LABELS[decision]}…
                </Button>
              ))}
              <Button size="xs" variant="subtle" onClick={() => setDialog("keys")}>
                Keys
              </Button>
            </Group>
          )}
        </Card>
        {item.appeal !== null && <AppealCard item={item} />}
        <CaseSignals item={item} />
        {item.reports > 0 && <CaseReports item={item} />}
        {page && <CasePageView id={id} />}
        <CaseLinks item={item} />
        <OwnerCard item={item} />
        <OtherCases item={item} search={search} />
      </Stack>
      <KeysDialog opened={dialog === "keys"} onClose={close} />
      <QuestionDialog opened={dialog === "ask"} onClose={close} id={id} />
      <DecisionDialog
        opened={decision !== undefined}
        decision={decision ?? "nothing"}
        onClose={close}
        item={item}
      />
    </>
  );
}

/** A page that's gone can't be hidden, and one that never was has nobody to ask. */
function canDo({ page, owner, links }: CaseDetail, what: Dialog): boolean {
  if (what === "ask" || what === "suspend" || what === "ban") return owner !== null;
  if (what === "hide_link") return links.length > 0;
  return page !== null || what === "nothing" || what === "keys";
}

function claimLabel({ assignee }: CaseDetail, isMine: boolean): string {
  if (isMine) return "Give it back";
  return assignee ? "Take it over" : "Take it";
}

function useClaim({ id, assignee }: CaseDetail) {
  const { data: me } = useQuery(meQuery());
  const refresh = useCasesRefresh();
  const isMine = assignee !== null && assignee.id === me?.id;
  const claim = useMutation({
    mutationFn: (): Promise<unknown> =>
      isMine
        ? moderationApi.releaseCase.call({ id })
        : moderationApi.claimCase.call({ id, take_over: assignee !== null }),
    onSettled: refresh,
    onError: (error) => toastError(error, "That couldn’t be saved. Try again."),
  });
  return { claim, isMine };
}

/** The cases before and after it in the queue that it was opened from. */
function useNeighbors(id: string, search: CaseSearch) {
  const navigate = useNavigate();
  const list = useInfiniteQuery(caseListOptions(search));
  const ids = list.data?.pages.flatMap(({ items }) => items.map((one) => one.id)) ?? [];
  const open = (next: string | undefined) =>
    void navigate({ to: STAFF_PATHS.moderation, search: { ...search, case: next } });
  return {
    go: (by: number) => {
      const next = ids[ids.indexOf(id) + by];
      if (next !== undefined) open(next);
    },
    back: () => open(undefined),
  };
}

function StateText({ item }: { item: CaseDetail }) {
  const { state, assignee, decision, decided_at, decided_by, ground, facts, question, answer } = item;
  const { ban_declined } = item;
  return (
    <Stack gap="xs" mt={4}>
      {state === "closed" || state === "appealed" ? (
        <Text size="sm">
          {decision === null ? "Closed" : DECISION_LABELS[decision]}
          {decided_at !== null && ` · ${formatDateTime(decided_at)}`}
          {decided_by && ` · ${decided_by.name}`}
        </Text>
      ) : (
        <Text size="sm">{assignee ? `${assignee.name} has this case.` : "Nobody has this case yet."}</Text>
      )}
      {state === "approval" && (
        <Alert>
          Another member of staff has to confirm the ban.{" "}
          <Anchor renderRoot={(props) => <Link to={STAFF_PATHS.users} {...props} />}>
            What waits for a second
          </Anchor>
        </Alert>
      )}
      {state === "open" && ban_declined !== null && (
        <Alert>
          {ban_declined === ""
            ? "Nobody confirmed the ban, so it needs another decision."
            : "A colleague declined the ban, so it needs another decision:"}
          {ban_declined !== "" && <Quote text={ban_declined} />}
        </Alert>
      )}
      {ground !== null && <Text size="sm">{GROUND_LABELS[ground]}</Text>}
      {facts !== null && <Quote text={facts} />}
      {question !== null && (
        <>
          <Text size="sm">The owner was asked:</Text>
          <Quote text={question} />
          <Text size="sm">{answer === null ? "No answer yet" : "They answered:"}</Text>
          {answer !== null && <Quote text={answer} />}
        </>
      )}
    </Stack>
  );
}

function OwnerCard({ item: { owner } }: { item: CaseDetail }) {
  if (!owner) return <Card title="Owner" text="The page has no owner, or never existed." />;
  return (
    <Card title="Owner">
      <div style={{ overflowWrap: "anywhere" }}>
        <Anchor
          renderRoot={(props) => <Link to={STAFF_PATHS.users} search={{ user: owner.id }} {...props} />}
          dir="auto"
        >
          {owner.name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {owner.email} · Signed up {formatDateTime(owner.created_at)}
        </Text>
        {owner.closed && (
          <Badge variant="light" color={owner.closed === "suspended" ? "red" : "gray"}>
            {owner.closed === "suspended" ? "Suspended" : "About to be deleted"}
          </Badge>
        )}
      </div>
    </Card>
  );
}
