import { SEPARATION_DEG } from '../../spec.js';
import { ChoiceButtons } from '../components/buttons.js';
import { Waiting } from '../components/problem.js';
import type { Workspace } from '../workspace/useWorkspace.js';
import { MapStage } from './mapStage.js';
import { SkyStage } from './skyStage.js';
import { SpectrumStage } from './spectrumStage.js';
import { useSky } from './useSky.js';

const STAGES = [
  ['globe', 'Globe'],
  ['flat', 'Flat'],
  ['sky', 'Sky'],
  ['spectrum', 'Spectrum'],
] as const;

/** Picture of the shown instant: a map, the sky over the receiver, or the frequencies of the satellites in that sky. */
export function Stage({ workspace }: { workspace: Workspace }) {
  const { view, change } = workspace;
  return (
    <section class="stage" aria-label="Stage">
      <ChoiceButtons
        label="Picture"
        options={STAGES}
        value={view.stage}
        onChoose={(stage) => change({ stage }, { replace: true })}
      />
      <div class="stage-body" data-stage={view.stage}>
        <Picture workspace={workspace} />
      </div>
    </section>
  );
}

/** Chosen picture, with its sentence and its legends. */
function Picture({ workspace }: { workspace: Workspace }) {
  const { view, satellite, flown, asked, counting, receiver, question, pass, listing } = workspace;
  const isMap = view.stage === 'globe' || view.stage === 'flat';
  const shown = useSky(workspace, !isMap);
  if (!flown || !asked || !counting) return <Waiting for={`the track of ${satellite.satellite.name}`} />;
  if (isMap) return <MapStage workspace={workspace} flown={flown} asked={asked} counting={counting} />;
  if (!receiver || !question) return <p class="empty">Choose a station or a place: the sky is that over it.</p>;
  // A station's dish may decide the beam, which its passes tell. Without passes, the chosen or default one holds.
  const beamDeg = pass?.beam.deg ?? view.beamDeg ?? (listing.done ? SEPARATION_DEG.default : undefined);
  const over = { workspace, receiver, shown, beamDeg };
  if (view.stage === 'sky') return <SkyStage {...over} track={flown.track} />;
  return <SpectrumStage {...over} question={question} flown={flown} />;
}
