import classes from "./Toggle.module.css";

interface ToggleProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * The theme's switch without a label, for lists. It costs a tenth of Mantine's, which consists of ten
 * components.
 */
export function Toggle({ label, checked, onChange }: ToggleProps) {
  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it's checked
        role="switch"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.track} />
    </label>
  );
}
