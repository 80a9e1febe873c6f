import { ActionIcon, Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { ANALYTICS_METRICS, type MetricName } from "../../metric-rules.ts";

interface MetricHelpProps {
  name: MetricName;
  /** What else there is to say about the figure. */
  more?: string | undefined;
}

/** Says what a figure means, on hover, on focus, and on tap. */
export function MetricHelp({ name, more = "" }: MetricHelpProps) {
  const { title, definition } = ANALYTICS_METRICS[name];
  return (
    <Tooltip
      label={[definition, more].filter(Boolean).join(" ")}
      multiline
      w={260}
      events={{ hover: true, focus: true, touch: true }}
    >
      <ActionIcon size="sm" aria-label={`What “${title}” means`}>
        <IconInfoCircle size={16} />
      </ActionIcon>
    </Tooltip>
  );
}
