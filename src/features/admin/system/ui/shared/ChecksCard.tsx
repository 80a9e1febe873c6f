import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "#src/kit/Card.tsx";
import { toastError } from "#src/kit/toasts.tsx";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { SystemOverview } from "../../contract.ts";
import { CHECK_LABELS, type CheckName } from "../../doctor/doctor-rules.ts";
import { systemApi } from "../system-queries.ts";

type Check = SystemOverview["checks"][number];

const SIGNS = {
  ok: { Icon: IconCheck, color: "var(--mantine-color-teal-text)", label: "Good" },
  unsure: { Icon: IconMinus, color: "var(--mantine-color-dimmed)", label: "Note" },
  wrong: { Icon: IconX, color: "var(--mantine-color-red-text)", label: "Fix it" },
} as const;

/** The screens on which something can be done about it. The rest is done on the machine. */
const FIXES: Partial<Record<CheckName, { to: string; label: string }>> = {
  backup: { to: STAFF_PATHS.system, label: "Backups" },
  sign_ups: { to: STAFF_PATHS.settings, label: "Instance settings" },
  sender: { to: STAFF_PATHS.settings, label: "Instance settings" },
};

export function ChecksCard({ checks }: { checks: readonly Check[] }) {
  const examine = useMutation({
    mutationFn: () => systemApi.examine.call({}),
    onError: (error) => toastError(error, "The check couldn’t be finished."),
  });
  const shown = examine.data?.items ?? checks;
  return (
    <Card
      title="Self-check"
      text="What an instance needs to run well. “Check everything” also asks name servers, the mail server and others, which takes a few seconds."
      action={
        <Button variant="default" loading={examine.isPending} onClick={() => examine.mutate()}>
          Check everything
        </Button>
      }
    >
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
        {shown.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </Stack>
    </Card>
  );
}

function CheckRow({ check: { name, verdict, said, advice } }: { check: Check }) {
  const { Icon, color, label } = SIGNS[verdict];
  const fix = FIXES[name as CheckName];
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={18} color={color} aria-label={label} role="img" style={{ flex: "none", marginTop: 2 }} />
      <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
        <Text size="sm">
          <b>{CHECK_LABELS[name as CheckName]}</b>: {said}
        </Text>
        {advice !== "" && (
          <Text size="sm">
            {advice}
            {fix && (
              <>
                {" "}
                <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to={fix.to} />}>
                  {fix.label}
                </Anchor>
              </>
            )}
          </Text>
        )}
      </div>
    </Group>
  );
}
