import { Menu } from "@mantine/core";
import { IconCopyPlus, IconDownload, IconTrash } from "@tabler/icons-react";
import type { AutomationSummary } from "#src/features/email/automations/contract.ts";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { RowMenuButton } from "#src/kit/RowMenuButton.tsx";
import { useRuleVerbs } from "./use-rule-verbs.ts";

const ICON = { size: 18, stroke: 1.75 };

/** What's done with a rule once in a while. */
export function RuleMenu({ rule }: { rule: Pick<AutomationSummary, "id" | "name" | "state"> }) {
  const verbs = useRuleVerbs(rule);
  return (
    <RowMenuButton
      of={rule.name}
      isBusy={verbs.isBusy}
      menu={(anchor) => (
        <LazyMenu anchor={anchor}>
          <Menu.Item leftSection={<IconCopyPlus {...ICON} />} onClick={verbs.copy}>
            Copy
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload {...ICON} />} onClick={verbs.save}>
            Export as a file
          </Menu.Item>
          {rule.state !== "active" && (
            <>
              <Menu.Divider />
              <Menu.Item
                c="var(--mantine-color-error)"
                leftSection={<IconTrash {...ICON} />}
                onClick={() => void verbs.remove()}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </LazyMenu>
      )}
    />
  );
}
