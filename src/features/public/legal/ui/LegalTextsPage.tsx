import "#src/kit/deferred.css";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { LegalText } from "#src/features/public/legal/contract.ts";
import { BUILT_IN, LEGAL_NAMES, LEGAL_PATHS, LEGAL_TITLES } from "#src/features/public/legal/rules.ts";
import { BackLink } from "#src/kit/BackLink.tsx";
import { Card } from "#src/kit/Card.tsx";
import { PageTitle } from "#src/kit/PageTitle.tsx";
import { QueryState } from "#src/kit/QueryState.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { LegalEditor } from "./LegalEditor.tsx";
import { LegalVersionRow } from "./LegalVersionRow.tsx";
import { legalApi } from "./legal-queries.ts";
import { formatLegalDay } from "./legal-words.ts";

/** `/admin/legal-texts`: what this instance's terms and policies say, or one that’s being written. */
export function LegalTextsPage() {
  const { text }: { text?: string } = useSearch({ strict: false });
  const edited = LEGAL_NAMES.find((name) => name === text);
  if (edited)
    return (
      <>
        <BackLink to={STAFF_PATHS.legalTexts}>Legal texts</BackLink>
        <LegalEditor key={edited} name={edited} />
      </>
    );
  return (
    <>
      <PageTitle title="Legal texts">
        The terms and policies of this instance, all their versions, and who has agreed
      </PageTitle>
      <LegalTexts />
    </>
  );
}

function LegalTexts() {
  const query = useQuery(legalApi.list.queryOptions());
  if (!query.data)
    return <QueryState query={query} failure="We couldn’t load the legal texts." height={320} />;
  return (
    <Stack>
      {query.data.items.map((item) => (
        <LegalTextCard key={item.name} item={item} />
      ))}
    </Stack>
  );
}

function LegalTextCard({ item: { name, current, draft, versions } }: { item: LegalText }) {
  const navigate = useNavigate();
  const inForce = versions.find(({ number }) => number === current);
  const write = () => void navigate({ to: STAFF_PATHS.legalTexts, search: { text: name } });
  return (
    <Card
      title={LEGAL_TITLES[name]}
      text={
        current === BUILT_IN || !inForce
          ? "The text that came with Fanfare is in force. It follows what Fanfare does."
          : `Version ${current} has been in force since ${formatLegalDay(inForce.effective_at)}.`
      }
      action={
        <Button variant="default" onClick={write}>
          {draft ? "Go on with the draft" : "Write a new version"}
        </Button>
      }
    >
      {versions.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
          {versions.map((version) => (
            <LegalVersionRow key={version.number} name={name} version={version} />
          ))}
        </Stack>
      )}
      <Group gap="md">
        <Anchor href={LEGAL_PATHS[name]} target="_blank">
          See it as everyone does
        </Anchor>
        {draft && (
          <Text size="sm" c="dimmed">
            There’s a draft that nobody else sees.
          </Text>
        )}
      </Group>
    </Card>
  );
}
