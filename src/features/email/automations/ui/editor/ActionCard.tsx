import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import type { Action } from "#src/features/email/automations/definition-rules.ts";
import card from "#src/features/email/sequences/ui/shared/Card.module.css";
import { Problems } from "#src/features/email/sequences/ui/shared/Problems.tsx";
import { IconButton } from "#src/kit/IconButton.tsx";
import { formatNumber } from "#src/kit/plural.ts";
import { describeAction } from "../action-sentence.ts";
import { ACTION_KINDS } from "../rule-labels.ts";
import { ActionFields } from "./ActionFields.tsx";
import classes from "./Rule.module.css";
import { useRuleEditing } from "./rule-context.ts";

/** An action as one sentence, which opens its fields. */
export function ActionCard({ action, at }: { action: Action; at: number }) {
  const { definition, catalog, problems, opened, open, move, remove, revision } = useRuleEditing();
  const sortable = useSortable({ id: action.id });
  const id = useId();
  const number = formatNumber(at + 1);
  const own = problems.filter(({ where }) => where === action.id);
  const isOpen = opened === action.id;
  const { Icon, label } = ACTION_KINDS[action.type];
  const last = definition.actions.length - 1;
  const style = { transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition };
  return (
    <li
      ref={sortable.setNodeRef}
      style={style}
      className={card.card}
      data-action={action.id}
      data-dragging={sortable.isDragging || undefined}
      data-stopped={own.some(({ severity }) => severity === "stop") || undefined}
    >
      <section aria-label={`Action ${number}: ${label}`}>
        <div className={card.head}>
          <button
            type="button"
            className={`plain-button mantine-focus-auto ${card.open}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => open(isOpen ? undefined : action.id)}
          >
            <span className={card.number}>{number}</span>
            <Icon size={20} stroke={1.75} className={card.icon} aria-hidden />
            <span className={card.sentence} dir="auto">
              {describeAction(action, catalog)}
            </span>
          </button>
          <div className={card.tools}>
            <span className={classes.grip}>
              <IconButton
                {...sortable.attributes}
                {...sortable.listeners}
                ref={sortable.setActivatorNodeRef}
                aria-label={`Drag action ${number}`}
              >
                <IconGripVertical size={18} />
              </IconButton>
            </span>
            <IconButton
              aria-label={`Move action ${number} up`}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <IconArrowUp size={18} />
            </IconButton>
            <IconButton
              aria-label={`Move action ${number} down`}
              disabled={at === last}
              onClick={() => move(at, at + 1)}
            >
              <IconArrowDown size={18} />
            </IconButton>
            <IconButton aria-label={`Remove action ${number}`} onClick={() => remove(action.id)}>
              <IconTrash size={18} />
            </IconButton>
          </div>
        </div>
        <Problems problems={own} />
        {isOpen && (
          <div id={id} className={card.fields}>
            <ActionFields key={`${action.id} ${revision}`} action={action} />
          </div>
        )}
      </section>
    </li>
  );
}
