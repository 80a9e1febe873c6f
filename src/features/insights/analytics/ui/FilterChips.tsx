import { Button, Group, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { plural } from "#src/kit/plural.ts";
import type { Analytics } from "../contract.ts";
import { type Filter, invertFilter, isAboutClicks } from "../filter-rules.ts";
import classes from "./analytics.module.css";
import { breakdownLabel } from "./breakdown-label.ts";
import { DIMENSION_WORDS } from "./filter-words.ts";

interface FilterChipsProps {
  filters: readonly Filter[];
  /** The last answer, which has the values’ names. */
  named: Analytics["filters"] | undefined;
  onFilters: (filters: Filter[]) => void;
}

/** What the figures are limited to. Each can be turned around or removed. */
export function FilterChips({ filters, named, onFilters }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <Group component="ul" gap="xs" mb="sm" className={classes.chips} aria-label="Filters">
      {filters.map((filter) => {
        const { dimension, isNot } = filter;
        const word = DIMENSION_WORDS[dimension];
        const text = textOf(filter, named);
        const others = filters.filter((one) => one !== filter);
        return (
          <li key={`${dimension} ${isNot}`}>
            <Button.Group className={classes.chip}>
              <Button
                size="compact-md"
                variant="light"
                title="Turn around"
                aria-label={
                  isNot
                    ? `${word} is not ${text}. Show only that instead.`
                    : `${word} is ${text}. Leave that out instead.`
                }
                onClick={() => onFilters(invertFilter(filters, filter))}
              >
                <span className={classes.chipText}>
                  {word} <b>{isNot ? "is not" : "is"}</b> {text}
                </span>
              </Button>
              <Button
                size="compact-md"
                variant="light"
                px={6}
                aria-label={`Remove the filter: ${word}`}
                onClick={() => onFilters(others)}
              >
                <IconX size={14} />
              </Button>
            </Button.Group>
          </li>
        );
      })}
      {filters.length > 1 && (
        <li>
          <Button size="compact-md" variant="subtle" color="gray" onClick={() => onFilters([])}>
            Remove all filters
          </Button>
        </li>
      )}
    </Group>
  );
}

function textOf({ dimension, isNot, values }: Filter, named: Analytics["filters"] | undefined): string {
  const known = named?.find((one) => one.dimension === dimension && one.is_not === isNot)?.values;
  const names = values.map((key) => {
    const label =
      known?.find((value) => value.key === key)?.label ?? (dimension === "link" ? "one of your links" : key);
    if (dimension === "variant") return label;
    const { text, detail } = breakdownLabel(dimension, { key, label, clicks: 0 });
    return detail ? `${text}, ${detail}` : text;
  });
  return names.join(" / ");
}

interface FilterNoteProps {
  filters: readonly Filter[];
  unlisted: Analytics["unlisted"];
}

/** Says what filters can't do. */
export function FilterNote({ filters, unlisted: { views, clicks } }: FilterNoteProps) {
  return (
    <>
      {filters.some(isAboutClicks) && (
        <Text size="xs" c="dimmed">
          Views don’t belong to a link, so a filter by link is about clicks only. The click rate is that
          link’s clicks per view of the page.
        </Text>
      )}
      {views + clicks > 0 && (
        <Text size="xs" c="dimmed">
          {plural(views, "view")} and {plural(clicks, "click")} came so fast that they were only counted.
          Filters can’t find them, so they aren’t in these figures.
        </Text>
      )}
    </>
  );
}
