import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconMailSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EmptyPanel } from "#src/kit/EmptyPanel.tsx";
import { formatDateTime } from "#src/kit/format-date.ts";
import { plural } from "#src/kit/plural.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { SearchField } from "#src/kit/SearchField.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { FoundMessage, Suppression } from "../contract.ts";
import classes from "./email.module.css";
import { emailApi } from "./email-client.ts";
import { STATE_WORDS } from "./state-words.ts";

interface FindMessageProps {
  words: string;
  onWords: (words: string) => void;
}

/** What became of every e-mail to one address, and where it gets none. */
export function FindMessage({ words, onWords }: FindMessageProps) {
  return (
    <>
      <SearchField
        label="Search by the recipient’s address"
        placeholder="fan@example.com"
        onSearch={onWords}
        words={words}
      />
      {words === "" ? (
        <EmptyPanel
          icon={<IconMailSearch />}
          title="Whose e-mail didn’t arrive?"
          description="Enter an address to see every message to it, what the receiving server said, and where it’s suppressed."
        />
      ) : (
        <>
          <Suppressions words={words} />
          <Messages words={words} />
        </>
      )}
    </>
  );
}

function Messages({ words }: { words: string }) {
  const query = useQuery(emailApi.messages.queryOptions({ input: { q: words } }));
  if (!query.data) return <QueryState query={query} failure="We couldn’t search. Try again." height={200} />;
  if (query.data.items.length === 0)
    return <Text c="dimmed">No account sent anything to exactly this address that’s still recorded.</Text>;
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
      {query.data.items.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </Stack>
  );
}

const BAD_STATES: readonly string[] = ["failed", "bounced_hard", "bounced_soft", "complained", "uncertain"];

function Message({ message }: { message: FoundMessage }) {
  const { account, name, from, subject, message_id, state, reason, outcome, provider_id, tries } = message;
  const when = message.handed_over_at ?? message.due_at;
  return (
    <Paper component="li" withBorder radius="lg" p="md">
      <Group gap="xs">
        <Title order={2} size="h5" style={{ overflowWrap: "anywhere" }}>
          {subject || name}
        </Title>
        <Badge size="sm" variant="light" color={BAD_STATES.includes(state) ? "red" : "gray"}>
          {STATE_WORDS[state] ?? state}
        </Badge>
      </Group>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {`From ${from} · `}
        <Anchor
          inherit
          renderRoot={(props) => <Link {...props} to={STAFF_PATHS.users} search={{ user: account.id }} />}
        >
          {account.name}
        </Anchor>
        {message.kind === "program" ? " · by a program" : ` · ${name}`}
      </Text>
      <Text size="sm" c="dimmed">
        {message.handed_over_at === null
          ? `Due ${formatDateTime(when)}`
          : `Handed over ${formatDateTime(when)}`}
        {tries > 0 && ` · put off ${plural(tries, "time")}`}
        {reason !== null && ` · ${reason}`}
      </Text>
      <dl className={classes.words}>
        <div>Message-ID: {message_id}</div>
        {provider_id !== null && <div>Server’s id: {provider_id}</div>}
        {outcome !== "" && <div>Server’s words: {outcome}</div>}
      </dl>
    </Paper>
  );
}

function Suppressions({ words }: { words: string }) {
  const { data } = useQuery(emailApi.suppressions.queryOptions({ input: { q: words } }));
  if (!data || data.items.length === 0) return null;
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label="Suppressed">
      <Title order={2} size="h5" mb={4}>
        Gets no e-mail from
      </Title>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: "none" }}>
        {data.items.map((item) => (
          <SuppressionRow key={item.id} item={item} />
        ))}
      </Stack>
    </Paper>
  );
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  unsubscribe: "unsubscribed",
  hard_bounce: "bounced for good",
  complaint: "reported spam",
  spamtrap: "a spam trap",
  manual: "added by hand",
  erased: "asked to be erased",
};

function SuppressionRow({
  item: { account, email, reason, scope, note, created_at },
}: {
  item: Suppression;
}) {
  return (
    <Text component="li" size="sm" style={{ overflowWrap: "anywhere" }}>
      <Anchor
        inherit
        renderRoot={(props) => <Link {...props} to={STAFF_PATHS.users} search={{ user: account.id }} />}
      >
        {account.name}
      </Anchor>
      {`: ${email}, ${REASON_WORDS[reason] ?? reason}, ${formatDateTime(created_at)}`}
      {scope !== null && ` · only ${scope}`}
      {note !== null && note !== "" && ` · ${note}`}
    </Text>
  );
}
