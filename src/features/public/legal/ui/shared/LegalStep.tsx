import { Anchor, Button, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useSignOut } from "#src/features/identity/accounts/ui/shared/use-sign-out.ts";
import { legalContract, type OwedText } from "#src/features/public/legal/contract.ts";
import { LEGAL_TITLES, textIn, versionPath } from "#src/features/public/legal/rules.ts";
import { clientFor } from "#src/kit/api.ts";
import { errorMessage } from "#src/kit/api-error.ts";
import { FormFailure } from "#src/kit/FormFailure.tsx";
import { LANGUAGE, LOCALE } from "#src/kit/locale.ts";
import { PATHS } from "#src/lib/paths.ts";

const api = clientFor("legal", legalContract);
const FRESH_MS = 10 * 60_000;

/** Nobody has to agree to take their data along, to leave, or to run the instance. */
const OPEN_PATHS = [PATHS.ownData, PATHS.deleteAccount, PATHS.admin];

const isOpen = (path: string) => OPEN_PATHS.some((open) => path === open || path.startsWith(`${open}/`));

/** Covers the dashboard until its reader has agreed to the legal texts that changed, if they have to. */
export function LegalStep() {
  const { pathname } = useLocation();
  const { data } = useQuery({ ...api.listOwed.queryOptions(), staleTime: FRESH_MS });
  if (!data || data.items.length === 0 || isOpen(pathname)) return null;
  return <Step items={data.items} />;
}

function Step({ items }: { items: OwedText[] }) {
  const queries = useQueryClient();
  const signOut = useSignOut();
  const agree = useMutation({
    mutationFn: () => api.agree.call({ items: items.map(({ name, version }) => ({ name, version })) }),
    onSuccess: (owed) => queries.setQueryData(api.listOwed.queryKey(), owed),
    // A newer version may have come into force.
    onError: () => queries.invalidateQueries({ queryKey: api.listOwed.key() }),
  });
  const link = (to: string) => (props: object) => <Link to={to} {...props} />;
  const failure = agree.error ? errorMessage(agree.error, "That couldn’t be saved. Try again.") : undefined;
  return (
    <Modal
      opened
      fullScreen
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      aria-label="Our terms have changed"
      transitionProps={{ duration: 0 }}
    >
      <Stack maw="40rem" mx="auto" py={{ base: "md", xs: "xl" }} gap="lg">
        <Title order={1} size="h2">
          Something you agreed to has changed
        </Title>
        <Text>
          Read what’s new, and agree to go on. Your pages stay online and your API keys keep working, whatever
          you decide and however long you take.
        </Text>
        {items.map((item) => (
          <Owed key={item.name} item={item} />
        ))}
        <FormFailure message={failure} />
        <Button size="md" data-autofocus loading={agree.isPending} onClick={() => agree.mutate()}>
          I agree
        </Button>
        <Text size="sm" c="dimmed">
          You don’t agree? You can take everything along first, and then leave.
        </Text>
        <Group gap="xs">
          <Button variant="default" renderRoot={link(PATHS.ownData)}>
            Download my data
          </Button>
          <Button variant="default" renderRoot={link(PATHS.deleteAccount)}>
            Delete my account
          </Button>
          <Button variant="default" onClick={signOut}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Owed({ item: { name, version, effective_at, ...item } }: { item: OwedText }) {
  const summary = textIn(item.summary, LANGUAGE);
  const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(effective_at),
  );
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label={LEGAL_TITLES[name]}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {LEGAL_TITLES[name]}
        </Title>
        <Text size="sm" c="dimmed">
          In force since {day}
        </Text>
        {summary.text !== "" && (
          <Text
            dir="auto"
            lang={summary.language}
            style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}
          >
            {summary.text}
          </Text>
        )}
        <Anchor href={versionPath(name, version)} target="_blank">
          Read the whole text
        </Anchor>
      </Stack>
    </Paper>
  );
}
