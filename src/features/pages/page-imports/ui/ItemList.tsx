import { Badge, Button, Group } from "@mantine/core";
import { Card } from "#src/kit/Card.tsx";
import { plural } from "#src/kit/plural.ts";
import type { PageImport } from "../contract.ts";
import { ITEM_NOTES, leadsSomewhere } from "../rules.ts";
import type { useChoice } from "./import-choice.ts";
import classes from "./PageImport.module.css";

type Item = PageImport["items"][number];

interface ItemListProps {
  items: readonly Item[];
  choice: ReturnType<typeof useChoice>;
}

/** What was found, in its order, to tick. */
export function ItemList({ items, choice }: ItemListProps) {
  const { known, chosen, toggle, chooseAll, chooseNone } = choice;
  const links = items.filter(leadsSomewhere);
  return (
    <Card
      title="Links"
      text={`${plural(chosen.size, "link")} of ${links.length} chosen`}
      action={
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={chooseAll}>
            All
          </Button>
          <Button size="compact-sm" variant="default" onClick={chooseNone}>
            None
          </Button>
        </Group>
      }
    >
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.key}>
            {leadsSomewhere(item) ? (
              <LinkItem
                item={item}
                isKnown={known.has(item.key)}
                isChosen={chosen.has(item.key)}
                onToggle={toggle}
              />
            ) : (
              <div className={classes.heading}>{item.title}</div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface LinkItemProps {
  item: Item;
  isKnown: boolean;
  isChosen: boolean;
  onToggle: (key: string) => void;
}

function LinkItem({ item, isKnown, isChosen, onToggle }: LinkItemProps) {
  return (
    <label
      className={classes.item}
      data-inside={item.group !== null || undefined}
      data-known={isKnown || undefined}
    >
      <input type="checkbox" checked={isChosen} disabled={isKnown} onChange={() => onToggle(item.key)} />
      <span className={classes.words}>
        <span dir="auto">{item.title}</span>
        {item.url !== null && (
          <span className={classes.url}>{item.url.replace(/^https?:\/\/(www\.)?/, "")}</span>
        )}
        {item.note && <span className={classes.note}>{ITEM_NOTES[item.note]}</span>}
      </span>
      {isKnown && (
        <Badge variant="light" color="gray">
          Here already
        </Badge>
      )}
      {!isKnown && item.is_hidden && (
        <Badge variant="light" color="orange">
          Hidden
        </Badge>
      )}
    </label>
  );
}
