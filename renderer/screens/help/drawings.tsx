/** Small labelled drawings of what the charts show, in the colours of the charts. */
import type { ComponentType, ReactNode } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import css from './HelpScreen.module.css';

/** By page of the help. */
export const DRAWINGS: Readonly<Record<string, ComponentType>> = {
  'FLAME-GRAPH': FlameGraph,
  'FLAME-CHART': FlameChart,
  'TIME-CHARTS': TimeCharts,
  PERCENTILES: Percentiles,
  VERDICTS: Verdicts,
};

const WIDTH = 640;
const ROW = 24;

function Drawing({ label, height, children }: { label: string; height: number; children: ReactNode }) {
  return (
    <svg className={css.drawing} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
      {children}
    </svg>
  );
}

type Kind = 'own' | 'dependency' | 'core' | 'native';

function Bar({ x, y, width, kind, children }: { x: number; y: number; width: number; kind: Kind; children: string }) {
  return (
    <>
      <rect x={x} y={y} width={width - 1} height={ROW - 1} fill={`var(--kind-${kind})`} />
      <text x={x + 6} y={y + 16} fill={`var(--kind-${kind}-text)`}>
        {children}
      </text>
    </>
  );
}

/** A note with a line to what it is about. */
function Note({ x, y, to, anchor = 'start', children }: { x: number; y: number; to: string; anchor?: 'start' | 'end'; children: string }) {
  return (
    <>
      <path d={to} fill="none" stroke="var(--line-control)" />
      <text x={x} y={y} textAnchor={anchor} fill="var(--text-muted)">
        {children}
      </text>
    </>
  );
}

function FlameGraph() {
  const text = useText('help.drawing');
  return (
    <Drawing label={text('flameGraph')} height={190}>
      <path d="M0.5,34v-8h538v8" fill="none" stroke="var(--line-control)" />
      <text x={0} y={18} fill="var(--text-muted)">
        {text('width')}
      </text>
      <Bar x={0} y={40} width={540} kind="own">
        listProducts
      </Bar>
      <Bar x={540} y={40} width={100} kind="native">
        (gc)
      </Bar>
      <Bar x={0} y={64} width={420} kind="dependency">
        render
      </Bar>
      <Bar x={0} y={88} width={180} kind="dependency">
        compile
      </Bar>
      <Bar x={180} y={88} width={120} kind="core">
        readFileSync
      </Bar>
      <Note x={10} y={150} to="M90,112v22">
        {text('below')}
      </Note>
      <Note x={330} y={150} to="M480,64v72M360,88v48">
        {text('self')}
      </Note>
      <path d="M421,64.5H539M301,88.5H419" stroke="var(--text)" strokeWidth={2} />
    </Drawing>
  );
}

function FlameChart() {
  const text = useText('help.drawing');
  return (
    <Drawing label={text('flameChart')} height={160}>
      {[0, 400].map((x) => (
        <g key={x}>
          <Bar x={x} y={40} width={170} kind="own">
            listProducts
          </Bar>
          <Bar x={x + 20} y={64} width={110} kind="dependency">
            render
          </Bar>
        </g>
      ))}
      <Bar x={185} y={40} width={90} kind="own">
        showHome
      </Bar>
      <path d="M0.5,34v-8h168v8" fill="none" stroke="var(--line-control)" />
      <text x={0} y={18} fill="var(--text-muted)">
        {text('call')}
      </text>
      <Note x={285} y={106} to="M336,52v40">
        {text('idle')}
      </Note>
      <path d="M0,126H630m-6,-4l6,4l-6,4" fill="none" stroke="var(--chart-axis)" />
      <text x={630} y={148} textAnchor="end" fill="var(--text-muted)">
        {text('time')}
      </text>
    </Drawing>
  );
}

function TimeCharts() {
  const text = useText('help.drawing');
  const label = { x: 0, fill: 'var(--text-muted)' };
  return (
    <Drawing label={text('timeCharts')} height={200}>
      <path d="M140,90H560M140,170H560" stroke="var(--line-strong)" />
      <text {...label} y={56}>
        {text('latency')}
      </text>
      <text {...label} y={146}>
        {text('loop')}
      </text>
      <path d="M140,76L230,74L300,72L350,36L420,32L470,70L560,73" fill="none" stroke="var(--latency-p99)" strokeWidth={1.75} />
      <path d="M140,84L230,83L300,82L350,64L420,62L470,81L560,82" fill="none" stroke="var(--latency-p50)" strokeWidth={1.25} />
      <path d="M140,158L230,156L300,154L350,122L420,121L470,152L560,156" fill="none" stroke="var(--series-loop)" strokeWidth={1.25} />
      <text x={566} y={74} fill="var(--text-muted)">
        {text('p99')}
      </text>
      <text x={566} y={90} fill="var(--text-muted)">
        {text('p50')}
      </text>
      <path d="M385.5,24V176" stroke="var(--chart-cursor)" strokeDasharray="3 3" />
      <text x={385} y={194} textAnchor="middle" fill="var(--text-muted)">
        {text('instant')}
      </text>
    </Drawing>
  );
}

/** The axis has as much room for the last percent as for the first ninety. */
function Percentiles() {
  const text = useText('help.drawing');
  const ticks = [
    [60, '0'],
    [220, '50'],
    [340, '90'],
    [460, '99'],
    [580, '99.9'],
  ] as const;
  return (
    <Drawing label={text('percentiles')} height={210}>
      <path d="M60,170H600" stroke="var(--line-strong)" />
      {ticks.map(([x, name]) => (
        <text key={x} x={x} y={188} textAnchor="middle" fill="var(--text-muted)">
          {name} %
        </text>
      ))}
      <path
        d="M60,150C200,146 320,120 400,80S540,36 580,30"
        fill="none"
        stroke="var(--variant-a)"
        strokeWidth={1.75}
        strokeDasharray="6 3"
      />
      <path d="M60,116C200,112 460,106 580,98" fill="none" stroke="var(--variant-b)" strokeWidth={1.75} />
      <text x={588} y={34} fill="var(--variant-a)">
        A
      </text>
      <text x={588} y={102} fill="var(--variant-b)">
        B
      </text>
      <Note x={140} y={70} to="M220,170V142M220,134V80">
        {text('half')}
      </Note>
      <Note x={430} y={22} anchor="end" to="M460,166V28h-24">
        {text('slowest')}
      </Note>
    </Drawing>
  );
}

function Verdicts() {
  const text = useText('help.drawing');
  const rows = [
    { y: 56, from: 70, to: 150, says: text('difference'), strong: true },
    { y: 92, from: 232, to: 268, says: text('equivalent'), strong: false },
    { y: 128, from: 170, to: 320, says: text('cannotTell'), strong: false },
  ];
  return (
    <Drawing label={text('verdicts')} height={170}>
      <rect x={220} y={34} width={60} height={112} fill="var(--bg-active)" />
      <path d="M250.5,34V146" stroke="var(--line-control)" />
      <text x={250} y={22} textAnchor="middle" fill="var(--text-muted)">
        {text('noDifference')}
      </text>
      {rows.map(({ y, from, to, says, strong }) => {
        const color = strong ? 'var(--text)' : 'var(--text-faint)';
        return (
          <g key={y}>
            <path d={`M${from},${y}H${to}`} stroke={color} strokeWidth={2} />
            <circle cx={(from + to) / 2} cy={y} r={4} fill={color} />
            <text x={370} y={y + 4} fill="var(--text)">
              {says}
            </text>
          </g>
        );
      })}
    </Drawing>
  );
}
