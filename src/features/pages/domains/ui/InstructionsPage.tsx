import "#src/kit/deferred.css";
import { Alert, Button, Paper, Select, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Domain } from "#src/features/pages/domains/contract.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { ErrorPanel } from "#src/kit/ErrorPanel.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { PATHS } from "#src/lib/paths.ts";
import classes from "./Domains.module.css";
import { useDomainActions, useDomains } from "./domain-queries.ts";
import { anySteps, PROVIDERS, providerOf } from "./providers.ts";
import { RecordList } from "./RecordList.tsx";

/** `/dashboard/settings/domains/instructions`: the records that a domain needs, and where they go. */
export function InstructionsPage() {
  const { data, error, refetch } = useDomains();
  return (
    <>
      <BackLink to={PATHS.domains}>All domains</BackLink>
      <PageTitle title="Set up a domain">Which DNS records it needs, and where they go</PageTitle>
      {!data && error ? (
        <ErrorPanel error={error} fallback="We couldn’t load your domains." onRetry={() => void refetch()} />
      ) : data ? (
        <Instructions domains={data.items} />
      ) : (
        <Skeleton h={240} radius="lg" />
      )}
    </>
  );
}

function Instructions({ domains }: { domains: Domain[] }) {
  const search: { domain?: string } = useSearch({ strict: false });
  const [chosen, setChosen] = useState<string | null>(search.domain ?? null);
  const domain =
    domains.find(({ id }) => id === chosen) ?? domains.find(({ state }) => state !== "active") ?? domains[0];
  if (!domain)
    return (
      <EmptyPanel
        icon={<IconWorld />}
        title="No domains yet"
        description="Add a domain first. Then you’ll see here what to do with it."
      />
    );
  return (
    <Stack>
      {domains.length > 1 && (
        <Select
          label="Domain"
          data={domains.map(({ id, display_host }) => ({ value: id, label: display_host }))}
          value={domain.id}
          allowDeselect={false}
          searchable
          onChange={setChosen}
        />
      )}
      <DomainInstructions key={domain.id} domain={domain} />
    </Stack>
  );
}

const OTHER = "other";

function DomainInstructions({ domain }: { domain: Domain }) {
  const found = providerOf(domain.name_servers);
  const [picked, setPicked] = useState<string | null>(null);
  const key = picked ?? found?.key ?? OTHER;
  const provider = PROVIDERS.find((one) => one.key === key);
  const zone = zoneOf(domain);
  const steps = (provider?.steps ?? anySteps)(zone);
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack>
        <Select
          label="DNS provider"
          description={
            found
              ? `${zone}’s name servers say it’s ${found.label}.`
              : "Choose where you manage your domain’s DNS."
          }
          data={[
            ...PROVIDERS.map(({ key, label }) => ({ value: key, label })),
            { value: OTHER, label: "Other" },
          ]}
          value={key}
          allowDeselect={false}
          onChange={setPicked}
        />
        <Title order={2} size="h5">
          Add the records of {domain.display_host}
        </Title>
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
          <li>Copy these values, leave the TTL as it is, and save:</li>
        </ol>
        <RecordList domain={domain} provider={provider} />
        {provider?.note && (
          <Alert variant="light" color="gray">
            {provider.note}
          </Alert>
        )}
        <CheckNow domain={domain} />
      </Stack>
    </Paper>
  );
}

function CheckNow({ domain }: { domain: Domain }) {
  const { check } = useDomainActions(domain);
  const isDone = domain.verified_at !== null && domain.dangling_since === null;
  return (
    <>
      <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
        {isDone
          ? "Your records are right."
          : domain.reason || "Most changes show within minutes. Some take a few hours."}
      </Text>
      <Button style={{ alignSelf: "flex-start" }} loading={check.isPending} onClick={() => check.mutate()}>
        Check now
      </Button>
    </>
  );
}

/** Returns the domain as its provider shows it: the records' names without their labels. */
function zoneOf({ host, records }: Domain): string {
  const own = records.find(({ purpose }) => purpose === "page");
  return !own || own.label === "@" ? host : own.name.slice(own.label.length + 1);
}
