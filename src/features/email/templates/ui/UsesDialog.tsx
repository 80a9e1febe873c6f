import { Anchor, List, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TemplateUse } from "#src/features/email/templates/contract.ts";
import { QueryState } from "#src/kit/QueryState.tsx";
import { campaignPath, PATHS } from "#src/lib/paths.ts";
import { templatesApi } from "./template-queries.ts";

interface UsesDialogProps {
  template: { id: string; name: string };
  opened: boolean;
  onClose: () => void;
}

export function UsesDialog({ template, opened, onClose }: UsesDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Where ${template.name} is used`}>
      <Uses id={template.id} />
    </Modal>
  );
}

const KINDS = {
  campaign: "Campaign",
  sequence: "Sequence",
  test: "A/B test",
  rule: "Rule",
} as const satisfies Record<TemplateUse["kind"], string>;

const pathOf = ({ kind, id }: TemplateUse): string => {
  if (kind === "campaign") return campaignPath(id);
  if (kind === "sequence") return PATHS.sequence.replace("$id", id);
  return (kind === "test" ? PATHS.abTest : PATHS.rule).replace("$id", id);
};

function Uses({ id }: { id: string }) {
  const query = useQuery(templatesApi.uses.queryOptions({ input: { id } }));
  const { data } = query;
  if (!data) return <QueryState query={query} failure="We couldn’t find out where it’s used." height={64} />;
  return (
    <Stack gap="sm">
      {data.items.length === 0 ? (
        <Text size="sm">Nothing uses it right now, so you can delete it.</Text>
      ) : (
        <List spacing="xs" size="sm" aria-label="Uses">
          {data.items.map((use) => (
            <List.Item key={`${use.kind} ${use.id}`} style={{ overflowWrap: "anywhere" }}>
              <Anchor size="sm" renderRoot={(props) => <Link to={pathOf(use)} {...props} />}>
                {use.name}
              </Anchor>{" "}
              <Text span size="sm" c="dimmed">
                {KINDS[use.kind]}
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" c="dimmed">
        What was sent or published has its own copy. Programs that send with it aren’t listed.
      </Text>
    </Stack>
  );
}
