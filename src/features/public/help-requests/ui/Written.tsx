import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { formatDateTime } from "#src/kit/format-date.ts";

const LINES_SHOWN = 12;
/** What surely fits into as many lines on a phone. */
const CHARS_SHOWN = 450;

interface WrittenProps {
  who: string;
  at: string;
  text: string;
  isOurs?: boolean;
}

/** What somebody wrote, as text. The newer is below, so a long text is folded. */
export function Written({ who, at, text, isOurs = false }: WrittenProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > CHARS_SHOWN || text.split("\n").length > LINES_SHOWN;
  return (
    <div
      style={{
        overflowWrap: "anywhere",
        paddingInlineStart: "var(--mantine-spacing-sm)",
        borderInlineStart: `3px solid var(${isOurs ? "--mantine-primary-color-filled" : "--mantine-color-default-border"})`,
      }}
    >
      <Text size="sm" c="dimmed">
        <bdi>{who}</bdi> · {formatDateTime(at)}
      </Text>
      <Text
        size="sm"
        dir="auto"
        style={{ whiteSpace: "pre-wrap" }}
        {...(isLong && !isWhole && { lineClamp: LINES_SHOWN })}
      >
        {text}
      </Text>
      {isLong && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setWhole((was) => !was)}
        >
          {isWhole ? "Show less" : "Show all of it"}
        </Button>
      )}
    </div>
  );
}
