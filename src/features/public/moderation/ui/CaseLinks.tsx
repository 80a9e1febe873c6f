import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { CaseDetail } from "#src/features/public/moderation/cases/case-contract.ts";
import { Card } from "#src/kit/Card.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { moderationApi } from "./case-queries.ts";

/** The page's links. They're text, so that nobody opens one by mistake. */
export function CaseLinks({ item: { id, links } }: { item: CaseDetail }) {
  return (
    <Card
      title="Links"
      text={links.length === 0 ? "No links" : "The server looks where they lead, not your browser."}
    >
      {links.length > 0 && (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {links.map((link) => (
            <CaseLink key={link.id} caseId={id} link={link} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function CaseLink({ caseId, link }: { caseId: string; link: CaseDetail["links"][number] }) {
  const resolving = useMutation({
    mutationFn: () => moderationApi.resolveCaseLink.call({ id: caseId, link_id: link.id }),
    onError: (error) => toastError(error, "We couldn’t look where it leads. Try again."),
  });
  const { steps = [], problem = null } = resolving.data ?? {};
  return (
    <li style={{ overflowWrap: "anywhere" }}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ flex: "1 1 14rem", minWidth: 0 }}>
          <Text size="sm" fw={500} dir="auto">
            {link.title}
          </Text>
          <Text size="sm" c="dimmed">
            {link.url}
          </Text>
        </div>
        {/^https?:/i.test(link.url) && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Where does it lead? ${link.title}`}
            loading={resolving.isPending}
            onClick={() => resolving.mutate()}
          >
            Where does it lead?
          </Button>
        )}
      </Group>
      <div role="status">
        {steps.map(({ url, status }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same URL may come twice, and the steps never move
          <Text key={at} size="xs" pl="sm">
            {status === null ? "" : `${status} · `}
            {url}
          </Text>
        ))}
        {problem !== null && (
          <Text size="xs" pl="sm" c="dimmed">
            {problem}
          </Text>
        )}
      </div>
    </li>
  );
}
