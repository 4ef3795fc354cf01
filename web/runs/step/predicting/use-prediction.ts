import type { Replayed } from '@vlabs/contract/runs/trace/replay';
import { type Dispatch, useEffect, useReducer } from 'react';
import { usePlaying } from '../moving/use-stepping.ts';
import {
  firstPrediction,
  NOT_PREDICTING,
  nextPrediction,
  type Predicting,
  type PredictionAction,
  type PredictionState,
} from './prediction.ts';

export interface Prediction {
  state: PredictionState;
  dispatch: Dispatch<PredictionAction>;
}

interface Options {
  trace: Replayed;
  initialStep: number;
  onStep: ((step: number) => void) | undefined;
  initialPredicting: Predicting | undefined;
  onPredicting: ((predicting: Predicting) => void) | undefined;
}

/** The current step, the ways to another one, and the questions between them. */
export function usePrediction(options: Options): Prediction {
  const { trace, initialStep, onStep, initialPredicting = NOT_PREDICTING, onPredicting } = options;
  const [state, dispatch] = useReducer(
    (before: PredictionState, action: PredictionAction) => nextPrediction(trace, before, action),
    firstPrediction(trace, initialStep, initialPredicting),
  );
  const { step, isOn, right, answered } = state;
  usePlaying(step, dispatch);
  useEffect(() => {
    onStep?.(step.at);
  }, [step.at, onStep]);
  useEffect(() => {
    onPredicting?.({ isOn, right, answered });
  }, [isOn, right, answered, onPredicting]);
  return { state, dispatch };
}
