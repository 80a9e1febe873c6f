import { Combobox, Text, Textarea, useCombobox } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import { completionsOf } from "#src/features/audience/segments/conditions/completion-rules.ts";
import { type Condition, groupOf } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { parseCondition, type TextProblem } from "#src/features/audience/segments/conditions/parser-rules.ts";
import classes from "./Condition.module.css";

interface TextEditorProps {
  text: string;
  catalog: Catalog;
  onText: (text: string) => void;
  /** Called with what the text means, or with undefined as long as it can't be read. */
  onCondition: (condition: Condition | undefined) => void;
}

/** A condition's text form, with what could come next. */
export function TextEditor({ text, catalog, onText, onCondition }: TextEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [cursor, setCursor] = useState(text.length);
  const parsed = parseCondition(text, catalog);
  // What's unfinished isn't wrong as long as somebody is typing.
  const [isFocused, setFocused] = useState(false);
  const isTyping = isFocused && "problem" in parsed && parsed.problem.at >= text.trimEnd().length;
  const isWrong = "problem" in parsed && text.trim() !== "" && !isTyping;
  const { from, options } = completionsOf(text.slice(0, cursor), catalog);
  const write = (changed: string, at: number) => {
    onText(changed);
    setCursor(at);
    const read = parseCondition(changed, catalog);
    // As in the fields, no conditions are everyone: what was there before isn't kept in secret.
    if (changed.trim() === "") onCondition(groupOf("all", []));
    else onCondition("problem" in read ? undefined : read.condition);
    combobox.openDropdown();
    combobox.resetSelectedOption();
  };
  const complete = (option: string) => {
    const at = from + option.length + 1;
    // At once: what's typed before the next frame would end up behind the cursor.
    flushSync(() => write(`${text.slice(0, from)}${option} ${text.slice(cursor).trimStart()}`, at));
    field.current?.setSelectionRange(at, at);
  };
  const place = () => setCursor(field.current?.selectionStart ?? text.length);
  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={complete}>
        {/* A text area can’t have the role of a combobox (ARIA in HTML). */}
        <Combobox.Target withAriaAttributes={false}>
          <Textarea
            ref={field}
            className={classes.text}
            label="Condition"
            description="Such as: country in (DE, AT) and (tag “vip” or opened >= 2 times in 30 days)"
            autosize
            minRows={3}
            maxRows={16}
            maxLength={20_000}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            aria-autocomplete="list"
            error={isWrong ? parsed.problem.message : undefined}
            value={text}
            onChange={({ currentTarget }) => write(currentTarget.value, currentTarget.selectionStart)}
            onKeyUp={place}
            onClick={place}
            onFocus={() => {
              setFocused(true);
              combobox.openDropdown();
            }}
            onBlur={() => {
              setFocused(false);
              combobox.closeDropdown();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={options.length === 0}>
          <Combobox.Options aria-label="What could come next">
            {options.map((option) => (
              <Combobox.Option key={option} value={option}>
                <Text size="sm" ff="monospace" span>
                  {option}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {"problem" in parsed && parsed.problem.length > 0 && <Wrong text={text} problem={parsed.problem} />}
    </div>
  );
}

const AROUND = 60;

/** The place that can't be read, with some text around it. */
function Wrong({ text, problem: { at, length } }: { text: string; problem: TextProblem }) {
  const [start, end] = [Math.max(0, at - AROUND), Math.min(text.length, at + length + AROUND)];
  return (
    <div className={classes.wrong}>
      {start > 0 && "…"}
      {text.slice(start, at)}
      <mark>{text.slice(at, at + length)}</mark>
      {text.slice(at + length, end)}
      {end < text.length && "…"}
    </div>
  );
}
