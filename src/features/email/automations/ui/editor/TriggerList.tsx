import { Box, Button, Menu, Stack, Text } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { Fragment } from "react";
import type { Trigger } from "#src/features/email/automations/definition-rules.ts";
import { TRIGGERS_MAX } from "#src/features/email/automations/rules.ts";
import { IconButton } from "#src/kit/IconButton.tsx";
import { LazyMenu } from "#src/kit/LazyMenu.tsx";
import { MenuButton } from "#src/kit/MenuButton.tsx";
import { TRIGGER_GROUPS, TRIGGER_LABELS } from "../rule-labels.ts";
import { describeTrigger } from "../trigger-sentence.ts";
import { newTrigger } from "./new-trigger.ts";
import classes from "./Rule.module.css";
import { useRuleEditing } from "./rule-context.ts";
import { TriggerFields } from "./TriggerFields.tsx";

/** What starts the rule. Each one alone is enough. */
export function TriggerList() {
  const { definition, catalog, change, revision } = useRuleEditing();
  const { triggers } = definition;
  const put = (next: Trigger[], mark?: string) => change(() => ({ triggers: next }), mark);
  return (
    <Stack gap="sm">
      {triggers.map((trigger, at) => {
        const title = describeTrigger(trigger, catalog);
        return (
          <Box
            // biome-ignore lint/suspicious/noArrayIndexKey: triggers are told apart by their place alone
            key={`${revision} ${at}`}
            className={classes.row}
            role="group"
            aria-label={TRIGGER_LABELS[trigger.type]}
          >
            <Stack gap="xs" flex={1} miw={0}>
              <Text fw={600} py={5} dir="auto" style={{ overflowWrap: "anywhere" }}>
                {title}
              </Text>
              <TriggerFields
                trigger={trigger}
                onChange={(changed) => put(triggers.with(at, changed), `trigger-${at}`)}
              />
            </Stack>
            <IconButton
              aria-label={`Remove: ${TRIGGER_LABELS[trigger.type]}`}
              onClick={() => put(triggers.toSpliced(at, 1))}
            >
              <IconX size={18} />
            </IconButton>
          </Box>
        );
      })}
      {triggers.length < TRIGGERS_MAX && <AddTrigger onAdd={(added) => put([...triggers, added])} />}
    </Stack>
  );
}

function AddTrigger({ onAdd }: { onAdd: (trigger: Trigger) => void }) {
  const { catalog, definition } = useRuleEditing();
  const groups = TRIGGER_GROUPS.map(({ label, types }) => ({
    label,
    items: types.flatMap((type) => {
      const made = newTrigger(type, catalog);
      return made ? [{ type, made }] : [];
    }),
  }));
  return (
    <MenuButton
      button={(button) => (
        <Button
          {...button}
          variant="default"
          size="sm"
          style={{ alignSelf: "start" }}
          leftSection={<IconPlus size={16} />}
        >
          {definition.triggers.length === 0 ? "Choose what starts it" : "Or when"}
        </Button>
      )}
      menu={(anchor) => (
        <LazyMenu anchor={anchor} minWidth={240}>
          {groups.map(({ label, items }) => (
            <Fragment key={label}>
              <Menu.Label>{label}</Menu.Label>
              {items.map(({ type, made }) => (
                <Menu.Item key={type} onClick={() => onAdd(made)}>
                  {TRIGGER_LABELS[type]}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        </LazyMenu>
      )}
    />
  );
}
