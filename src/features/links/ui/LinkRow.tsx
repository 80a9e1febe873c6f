import { Badge, Box, Group, Switch, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import type { Link } from "#src/features/links/contract.ts";
import { showsIcon } from "#src/features/links/rules.ts";
import { plural } from "#src/kit/plural.ts";
import { type Drags, useDrag } from "./drags.ts";
import { LinkMenu } from "./LinkMenu.tsx";
import classes from "./Links.module.css";
import { optionLabels, optionsOf } from "./link-options.ts";
import { useLinkParts } from "./link-parts.ts";
import { useLinkActions } from "./use-link-actions.ts";

interface LinkRowProps {
  link: Link;
  /** No more links fit on the profile. */
  isFull: boolean;
  drags: Drags;
  onEdit: () => void;
}

export function LinkRow({ link, isFull, drags, onEdit }: LinkRowProps) {
  const drag = useDrag(drags, link.id);
  const actions = useLinkActions(link.profile_id);
  const { IconTile } = useLinkParts();
  return (
    <li
      {...drag?.row}
      className={classes.row}
      data-dragging={drag?.isDragging || undefined}
      data-hidden={!link.is_visible || undefined}
    >
      <UnstyledButton {...drag?.handle} className={classes.handle} aria-label={`Move ${link.title}`}>
        <IconGripVertical size={20} />
      </UnstyledButton>
      {showsIcon(link) && <IconTile icon={link.icon ?? ""} size={40} />}
      <UnstyledButton id={`edit-${link.id}`} className={classes.words} onClick={onEdit}>
        <VisuallyHidden>Edit </VisuallyHidden>
        <Text fw={600} className={classes.title} dir="auto">
          {link.title}
        </Text>
        <Text size="sm" c="dimmed" className={classes.url}>
          {link.url.replace(/^https:\/\/(www\.)?/, "")}
        </Text>
        <Group component="span" gap={6}>
          <Text size="sm" c="dimmed" component="span">
            {plural(link.click_count, "click")}
            {!link.is_visible && " · hidden"}
          </Text>
          {optionLabels(optionsOf(link)).map((label) => (
            <Badge key={label} component="span" variant="light" size="sm" tt="none">
              {label}
            </Badge>
          ))}
        </Group>
      </UnstyledButton>
      <Box className={classes.controls}>
        <span data-hint={link.is_visible ? "Visible on your page" : "Hidden from your page"}>
          <Switch
            checked={link.is_visible}
            aria-label={`Show ${link.title} on the page`}
            onChange={(event) => actions.show(link, event.currentTarget.checked)}
          />
        </span>
        <LinkMenu link={link} isFull={isFull} actions={actions} onEdit={onEdit} />
      </Box>
    </li>
  );
}
