import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type PageError, pageErrorOf } from '../data/client.js';

import { Problem, Waiting } from './problem.js';

/**
 * Component whose code is loaded when it is first shown, so that what comes first comes sooner.
 *
 * @param what name of it for those who wait
 */
export function later<P extends object>(what: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let Found: ComponentType<P> | undefined;
  return function Later(props: P) {
    const [, setArrived] = useState(false);
    const [error, setError] = useState<PageError>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (Found) return;
      load().then(
        (component) => {
          Found = component;
          setArrived(true);
        },
        (reason: unknown) => setError(pageErrorOf(reason)),
      );
    }, [attempt]);
    if (Found) return <Found {...props} />;
    if (!error) return <Waiting for={what} />;
    const retry = () => {
      setError(undefined);
      setAttempt(attempt + 1);
    };
    return <Problem error={error} retry={retry} />;
  };
}
