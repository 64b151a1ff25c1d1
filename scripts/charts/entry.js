import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { expressionInterpreter } from 'vega-interpreter';

globalThis.vegaCharts = { parse, View, compile, expressionInterpreter };
