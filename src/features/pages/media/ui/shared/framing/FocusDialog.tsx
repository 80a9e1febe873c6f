import { Input, Slider, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type PointerEvent, useState } from "react";
import { parseFocus } from "#src/features/pages/media/framing-rules.ts";
import { mediaIdOf } from "#src/features/pages/media/rules.ts";
import { DialogForm, FormDialog } from "#src/kit/form/FormDialog.tsx";
import { mediaApi } from "../media-api.ts";
import classes from "./Framing.module.css";
import { type FramingProps, useFramingSource } from "./framing-source.ts";

/** Asks what stays visible of a picture where the page cuts it off. */
export function FocusDialog({ opened, ...form }: FramingProps) {
  const { data } = useQuery({
    ...mediaApi.get.queryOptions({ input: { id: mediaIdOf(form.url) ?? "" } }),
    enabled: opened && !form.made,
  });
  return (
    <FormDialog opened={opened} onClose={form.onClose} title="Focus" size="lg">
      <FocusForm key={data?.id} {...form} focus={data?.focus ?? null} />
    </FormDialog>
  );
}

type FocusFormProps = Omit<FramingProps, "opened"> & { focus: string | null };

function FocusForm({ focus, onClose, onFrame, ...of }: FocusFormProps) {
  const source = useFramingSource(of);
  const [{ x, y }, setPoint] = useState(() => ({
    ...parseFocus(focus),
    ...(of.made?.framing.focus_x !== undefined && { x: of.made.framing.focus_x }),
    ...(of.made?.framing.focus_y !== undefined && { y: of.made.framing.focus_y }),
  }));
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    onFrame({ focus_x: x, focus_y: y });
    onClose();
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const share = (at: number, of: number) => Math.min(1, Math.max(0, Math.round((at / of) * 100) / 100));
    setPoint({ x: share(event.clientX - left, width), y: share(event.clientY - top, height) });
  };
  const objectPosition = `${x * 100}% ${y * 100}%`;
  return (
    <DialogForm
      entity={{
        submit,
        failure: undefined,
        isSending: false,
      }}
      action="Set focus"
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Screens cut off different parts of your picture. Tap what should stay visible.
      </Text>
      <div className={classes.stage}>
        <div className={classes.target} onPointerDown={point} onPointerMove={point}>
          {source && <img className={classes.whole} src={source} alt="All of it" draggable={false} />}
          <span className={classes.point} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
        </div>
      </div>
      <Axis label="From left to right" value={x} onChange={(x) => setPoint({ x, y })} />
      <Axis label="From top to bottom" value={y} onChange={(y) => setPoint({ x, y })} />
      {source && (
        <div className={classes.previews} aria-hidden="true">
          <img className={classes.phone} src={source} alt="" style={{ objectPosition }} />
          <img className={classes.screen} src={source} alt="" style={{ objectPosition }} />
        </div>
      )}
    </DialogForm>
  );
}

interface AxisProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

function Axis({ label, value, onChange }: AxisProps) {
  return (
    <Input.Wrapper size="md" label={label} labelElement="div">
      <Slider
        value={Math.round(value * 100)}
        label={(percent) => `${percent}%`}
        thumbLabel={label}
        onChange={(percent) => onChange(percent / 100)}
      />
    </Input.Wrapper>
  );
}
