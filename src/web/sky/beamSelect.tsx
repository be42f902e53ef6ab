const WIDTHS_DEG = [1, 2, 5, 10];

interface BeamSelectProps {
  value: number | undefined;
  onChoose: (beamDeg: number | undefined) => void;
}

/** Choice of how near another satellite must stand to be in the beam. */
export function BeamSelect({ value, onChoose }: BeamSelectProps) {
  const widths = value === undefined || WIDTHS_DEG.includes(value) ? WIDTHS_DEG : [...WIDTHS_DEG, value];
  return (
    <label class="inline">
      Beam
      <select
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
      >
        <option value="">by the dish</option>
        {widths.map((width) => (
          <option key={width} value={width}>
            within {width}°
          </option>
        ))}
      </select>
    </label>
  );
}
