import { Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useEditing } from "../editor/editor-context.ts";
import { describeTrigger } from "../fields/trigger-labels.ts";
import classes from "./Canvas.module.css";
import { Ends } from "./StepNode.tsx";

/** What lets people in. */
export function StartNode() {
  const { definition, catalog } = useEditing();
  const words = definition.triggers.map((trigger) => describeTrigger(trigger, catalog)).join(" · ");
  return (
    <div className={classes.node} data-start>
      <Ends />
      <div className={classes.open}>
        <span className={classes.line}>
          <IconPlayerPlay size={18} stroke={1.75} aria-hidden className={classes.icon} />
          <Text component="span" size="xs" c="dimmed">
            Starts when
          </Text>
        </span>
        <span className={classes.sentence} dir="auto">
          {words || "You or a program add somebody"}
        </span>
      </div>
    </div>
  );
}
