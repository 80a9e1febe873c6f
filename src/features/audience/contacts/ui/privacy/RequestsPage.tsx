import { ShowMoreButton } from "#src/kit/ShowMoreButton.tsx";
import "#src/kit/deferred.css";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { plural } from "#src/kit/plural.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { PrivacyRequest } from "../../privacy/privacy-requests-contract.ts";
import { contactsApi } from "../contact-queries.ts";
import classes from "../Leads.module.css";
import { contactName } from "../shared/contact-labels.ts";
import { DataExportButton } from "./DataExportButton.tsx";

/** `/dashboard/marketing/leads/requests`: data exports and erasures. */
export function RequestsPage() {
  const list = useInfiniteQuery(
    contactsApi.requests.infiniteOptions({
      input: (cursor: string | undefined) => ({ cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
    }),
  );
  const mayExport = useHasPermission("leads.export");
  const requests = list.data?.pages.flatMap(({ items }) => items);
  return (
    <>
      <BackLink to={PATHS.leads}>Leads</BackLink>
      <PageTitle title="Privacy requests">Who asked for a copy of their data, and who was erased</PageTitle>
      {list.isPending && <Skeleton h={240} radius="lg" />}
      {list.error && (
        <ErrorPanel
          error={list.error}
          fallback="The requests didn’t load."
          onRetry={() => void list.refetch()}
        />
      )}
      {requests?.length === 0 && (
        <EmptyPanel
          icon={<IconShieldCheck />}
          title="No requests yet"
          description="When someone asks for a copy of their data or to be erased, by the link in your e-mail, it’s listed here as evidence. You can make a copy or erase someone at any lead, too."
        >
          <Button component={Link} to={PATHS.leads}>
            See your leads
          </Button>
        </EmptyPanel>
      )}
      <Stack gap="md" maw={720}>
        <ol className={classes.timeline}>
          {requests?.map((one) => (
            <li key={one.id}>
              <OneRequest one={one} mayExport={mayExport} />
            </li>
          ))}
        </ol>
        <ShowMoreButton list={list} w="fit-content" />
      </Stack>
    </>
  );
}

function OneRequest({ one, mayExport }: { one: PrivacyRequest; mayExport: boolean }) {
  const { kind, by, contact, at } = one;
  const isAsked = kind === "access" && by === null;
  return (
    <Group justify="space-between" gap="xs">
      <div className={classes.entry}>
        <Text fw={600}>{titleOf(one)}</Text>
        {contact ? (
          <Link to={PATHS.leads} search={{ lead: contact.id, all: "yes" }} className="plain-link">
            {contactName(contact)}
          </Link>
        ) : (
          <Text size="sm">No longer on your list</Text>
        )}
        <Text size="sm" c="dimmed">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {isAsked && " · You have a month to send it."}
          {reportOf(one)}
        </Text>
      </div>
      {isAsked && contact && mayExport && <DataExportButton id={contact.id} />}
    </Group>
  );
}

function titleOf({ kind, by }: PrivacyRequest): string {
  if (kind === "erasure") return by === null ? "Erased at their request" : `Erased by ${by || "your team"}`;
  return by === null ? "Asked for a copy of their data" : `Copy made by ${by || "your team"}`;
}

function reportOf({ report }: PrivacyRequest): string {
  const total = Object.values(report).reduce((sum, count) => sum + count, 0);
  return total > 0 ? ` · ${plural(total, "record")}` : "";
}
