import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Contact } from "#src/features/audience/contacts/contract.ts";
import { contactName } from "#src/features/audience/contacts/ui/shared/contact-labels.ts";
import type { Segment } from "#src/features/audience/segments/segments-contract.ts";
import { useHasPermission } from "#src/features/identity/team/ui/shared/use-permission.ts";
import { PagedList } from "#src/kit/PagedList.tsx";
import { estimateLabel, plural } from "#src/kit/plural.ts";
import { toastError } from "#src/kit/toasts.tsx";
import { PATHS } from "#src/lib/paths.ts";
import classes from "./Segments.module.css";
import { segmentsApi, useSegmentsRefresh } from "./shared/segment-queries.ts";

/** Who's in a segment that somebody picked, or that was kept. */
export function MembersCard({ segment }: { segment: Segment }) {
  const { id, kind } = segment;
  const canEdit = useHasPermission("leads.delete") && kind === "static";
  const list = useInfiniteQuery(
    segmentsApi.members.infiniteOptions({
      input: (cursor: string | undefined) => ({ id, cursor }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
    }),
  );
  const { total = 0, is_estimate = false } = list.data?.pages.at(-1) ?? {};
  return (
    <Paper component="section" withBorder radius="lg" p={{ base: "md", xs: "lg" }}>
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} size="h5">
          {list.data ? estimateLabel(plural(total, "lead"), total, is_estimate) : "Leads"}
        </Title>
        <Button
          variant="default"
          size="sm"
          renderRoot={(props) => <Link to={PATHS.leads} search={{ all: "yes", segment: id }} {...props} />}
        >
          Show in leads
        </Button>
      </Group>
      <PagedList
        list={list}
        failure="We couldn’t load who’s in it."
        empty={<Text size="sm">{emptyWords(kind)}</Text>}
        row={(contact) => <Member key={contact.id} segment={id} contact={contact} canEdit={canEdit} />}
      />
    </Paper>
  );
}

const emptyWords = (kind: Segment["kind"]) =>
  kind === "static"
    ? "Nobody yet. Pick people in your leads, and choose “Add to segment” below the list."
    : "Nobody was in it.";

interface MemberProps {
  segment: string;
  contact: Contact;
  canEdit: boolean;
}

function Member({ segment, contact, canEdit }: MemberProps) {
  const refresh = useSegmentsRefresh();
  const remove = useMutation({
    mutationFn: () => segmentsApi.removeMembers.call({ id: segment, selection: { ids: [contact.id] } }),
    onSuccess: refresh,
    onError: (error) => toastError(error, "That didn’t work. Try again."),
  });
  const name = contactName(contact);
  return (
    <li className={classes.person}>
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={500} dir="auto">
          {name}
        </Text>
        {contact.name !== "" && (
          <Text size="sm" c="dimmed">
            {contact.email}
          </Text>
        )}
      </Stack>
      {canEdit && (
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          aria-label={`Take out ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Take out
        </Button>
      )}
    </li>
  );
}
