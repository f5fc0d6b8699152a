package dev.gearbox.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The generator's one thread. Each round does what is due (arrivals, ends of pauses, overdue answers), then looks for events on the
 * connections, then rests as {@link Pacer} sees fit. Between two events it looks at the clock again, so that a burst of answers does
 * not delay what is due.
 *
 * <pre>
 *   Schedule ──arrivals──► Backlog ─┐
 *   TimerHeap ──ends of pauses──────┼──► User steps through Program ──► write / connect / close
 *   Selector ──answers──────────────┘              └──► Recorder
 * </pre>
 *
 * <p>After an error a user waits for {@link #BACK_OFF}, doubled for each further error in a row up to {@link #BACK_OFF_DOUBLINGS} times,
 * and begins its script again: a dead server does not make the generator spin.
 */
final class Loop implements AutoCloseable {
    /** How long a user waits after an error. */
    static final long BACK_OFF = 100_000_000;

    /** How often that doubles. */
    static final int BACK_OFF_DOUBLINGS = 4;

    /** How long requests of the window may still be answered after its end. */
    static final long GRACE = 1_000_000_000;

    /** Between two standing connections: more at once would overflow a server's short queue of connections not yet accepted. */
    private static final long CONNECT_GAP = 100_000;

    private static final long SECOND = 1_000_000_000;

    private enum Phase {
        CONNECTING,
        WARMING,
        MEASURING,
        GRACE,
        OVER
    }

    private final LoadPlan plan;
    private final GeneratorListener listener;
    private final Program program;
    private final Contents contents;
    private final boolean closed;
    private final boolean expects;
    private final UserGroup[] groups;
    private final User[] users;
    private final TimerHeap timers;
    private final TimerHeap watches;
    private final Backlog backlog;
    /** Of the users of the script: what the report is about. */
    private final Recorder recorder = new Recorder();

    private final Effort effort = new Effort();
    private final Sources sources;
    private final Selector selector;
    private final Pacer pacer;
    private final ByteBuffer in = ByteBuffer.allocateDirect(256 << 10);
    private final long timeout;
    private final User[] standing;
    private final int toBeReady;
    private final long origin = System.nanoTime();

    private Phase phase = Phase.CONNECTING;
    private long phaseEnd;
    private long begin;
    private long windowEnd;
    private boolean loadBegun;

    private final int[] idle;
    private int idles;
    private int unstarted;
    private int ready;
    private int connections;
    private int connecting;
    private int expecting;
    private int arrived;
    private long nextArrival;
    private final Schedule schedule;

    private boolean anyAnswer;
    private long lastAnswer;
    private long lastEvent;
    private int events;
    private boolean resting;
    private long restEnd;

    private long opened;
    private long measured;
    private double away;
    private int connectionsAtEnd;
    private LoadReport.@Nullable Effort effortInWindow;

    Loop(LoadPlan plan, GeneratorListener listener) throws IOException {
        this.plan = plan;
        this.listener = listener;
        program = Program.compile(plan.script(), plan.arrivals(), plan.background());
        contents = new Contents(program, plan.seed());
        closed = plan.arrivals() instanceof Arrivals.Closed;
        expects = plan.script().expects();
        int count = plan.arrivals().connections();
        groups = groups(plan, program, recorder);
        users = Arrays.stream(groups)
                .flatMap(group -> IntStream.range(group.firstUser(), group.firstUser() + group.size())
                        .mapToObj(id -> new User(id, group, program.loops())))
                .toArray(User[]::new);
        standing = Arrays.stream(users).filter(user -> user.group.persistent()).toArray(User[]::new);
        toBeReady = (int) Arrays.stream(users)
                .filter(user -> user.group.persistent() || user.group.closed())
                .count();
        timers = new TimerHeap(users.length);
        watches = new TimerHeap(users.length);
        backlog = new Backlog(program.persistent() ? count : 1);
        idle = new int[count];
        schedule = Schedule.of(closed ? new Arrivals.Constant(1, 1) : plan.arrivals(), plan.seed());
        timeout = plan.timeout().toNanos();
        var target = new InetSocketAddress(plan.host(), plan.port());
        if (target.isUnresolved()) {
            throw new BadPlanException("host: \"" + plan.host() + "\" has no address");
        }
        sources = new Sources(target, standing.length < users.length, users.length, plan.seed());
        selector = Selector.open();
        Consumer<SelectionKey> action = this::event;
        pacer = new Pacer(selector, action);
    }

    private static UserGroup[] groups(LoadPlan plan, Program program, Recorder recorder) {
        var groups = new UserGroup[1 + plan.background().size()];
        int users = plan.arrivals().connections();
        groups[0] = new UserGroup(
                0,
                program.persistent(),
                plan.arrivals() instanceof Arrivals.Closed,
                0,
                users,
                stagger(plan.script(), program.persistent(), users),
                recorder);
        for (int i = 1; i < groups.length; i++) {
            Background group = plan.background().get(i - 1);
            boolean persistent = program.backgroundPersistent(i - 1);
            groups[i] = new UserGroup(
                    program.backgroundEntry(i - 1),
                    persistent,
                    true,
                    users,
                    group.users(),
                    // Whoever pauses for longer than the warm-up is to have begun by its end all the same.
                    Math.min(
                            stagger(group.script(), persistent, group.users()),
                            plan.warmUp().toNanos()),
                    new Recorder());
            users += group.users();
        }
        return groups;
    }

    /** Without a pause to spread over, users that connect anew are let in one by one all the same, not as one burst. */
    private static long stagger(Script script, boolean persistent, int users) {
        return Math.max(Program.firstPause(script.steps()).toNanos(), persistent ? 0 : users * 20_000L);
    }

    /** Runs the plan to its end. */
    LoadReport run() throws IOException, InterruptedException {
        Consumer<SelectionKey> action = this::event;
        long round = System.nanoTime();
        long nextProgress = 0;
        connectAll(round);
        while (phase != Phase.OVER) {
            events = 0;
            due(round);
            selector.selectNow(action);
            boolean slept = false;
            if (events == 0) {
                long now = System.nanoTime();
                resting = true;
                restEnd = 0;
                slept = pacer.rest(nextDue() - now, now - lastEvent, expecting + connecting > 0);
                resting = false;
                if (slept) {
                    // What the select found is work from the moment that it woke up.
                    long woke = restEnd == 0 ? System.nanoTime() : restEnd;
                    effort.slept(woke - now);
                    effort.spun(now - round);
                    round = woke;
                }
            }
            long end = System.nanoTime();
            if (events > 0) {
                effort.worked(end - round, events);
                lastEvent = end;
            } else if (!slept) {
                effort.spun(end - round);
            }
            round = end;
            if (phase == Phase.MEASURING && end - nextProgress >= 0) {
                if (nextProgress != 0) {
                    listener.progress(recorder.answeredInWindow(), errors());
                }
                nextProgress = end + SECOND;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("the run was interrupted");
            }
        }
        return report();
    }

    // ---- phases

    private void connectAll(long now) {
        listener.connecting();
        for (User user : users) {
            user.base = now;
        }
        for (User user : users) {
            if (user.group.persistent()) {
                continue;
            }
            if (user.group.closed()) {
                advance(user);
            } else {
                idle[idles++] = users[0].group.size() - 1 - user.id;
            }
        }
        if (standing.length == 0) {
            beginLoad(now);
            return;
        }
        begin = now;
        phaseEnd = now + standing.length * CONNECT_GAP + Math.max(timeout, SECOND);
    }

    private void connectMore(long now) {
        while (unstarted < standing.length && begin + unstarted * CONNECT_GAP - now <= 0) {
            User user = standing[unstarted++];
            events++;
            advance(user);
        }
        if (ready == toBeReady) {
            beginLoad(now);
        }
    }

    /** From here on the load runs: users start one after the other, the schedule begins. */
    private void beginLoad(long asked) {
        System.gc();
        listener.warming();
        long now = Math.max(System.nanoTime(), asked);
        begin = now;
        loadBegun = true;
        phase = Phase.WARMING;
        phaseEnd = now + plan.warmUp().toNanos();
        windowEnd = phaseEnd + plan.measure().toNanos();
        for (UserGroup group : groups) {
            group.recorder().window(phaseEnd, windowEnd);
        }
        for (User user : users) {
            if (user.wait == User.Wait.START) {
                timers.set(user.id, startOf(user));
            }
        }
        if (!closed) {
            nextArrival = begin + schedule.next();
        }
    }

    private long startOf(User user) {
        return begin + user.group.startOf(user);
    }

    private void turnPhase(long now) {
        switch (phase) {
            case CONNECTING -> beginLoad(now);
            case WARMING -> {
                phase = Phase.MEASURING;
                phaseEnd = windowEnd;
                for (UserGroup group : groups) {
                    group.recorder().open();
                }
                listener.measuring();
                opened = System.nanoTime();
                effort.reset();
            }
            case MEASURING -> {
                measured = now - opened;
                for (UserGroup group : groups) {
                    group.recorder().close();
                }
                connectionsAtEnd = connections;
                effortInWindow = effort.report(measured, pacer.describe(), sources.count());
                away = effort.awayShare(measured);
                listener.measured();
                phase = Phase.GRACE;
                phaseEnd = now + GRACE;
            }
            case GRACE -> phase = Phase.OVER;
            case OVER -> throw new IllegalStateException("it is over");
        }
    }

    private LoadReport report() {
        long now = System.nanoTime();
        int waiting = 0;
        for (User user : users) {
            if (user.expecting >= 0) {
                user.group.recorder().censored(user.intended, now);
                if (user.connected && !user.answered && anyAnswer) {
                    waiting++;
                }
            } else if (user.arrived) {
                user.group.recorder().started(user.base);
                user.group.recorder().censored(user.base, now);
            }
        }
        if (expects) {
            for (int queue = 0; queue < (program.persistent() ? plan.arrivals().connections() : 1); queue++) {
                while (!backlog.isEmpty(queue)) {
                    long intended = backlog.take(queue);
                    recorder.started(intended);
                    recorder.censored(intended, now);
                }
            }
        }
        if (effortInWindow == null) {
            throw new IllegalStateException("no window was measured");
        }
        return Gates.report(plan, recorder, background(), measured, connectionsAtEnd, waiting, effortInWindow, away);
    }

    private Map<String, Recorder> background() {
        Map<String, Recorder> background = new LinkedHashMap<>();
        for (int i = 1; i < groups.length; i++) {
            background.put(plan.background().get(i - 1).name(), groups[i].recorder());
        }
        return background;
    }

    private long errors() {
        long errors = 0;
        for (UserGroup group : groups) {
            errors += group.recorder().errors();
        }
        return errors;
    }

    // ---- what is due

    private long nextDue() {
        long next =
                phase == Phase.CONNECTING && unstarted < standing.length ? begin + unstarted * CONNECT_GAP : phaseEnd;
        if (!timers.isEmpty() && timers.firstTime() - next < 0) {
            next = timers.firstTime();
        }
        if (!watches.isEmpty() && watches.firstTime() - next < 0) {
            next = watches.firstTime();
        }
        return loadBegun && !closed && nextArrival - next < 0 ? nextArrival : next;
    }

    private void due(long now) {
        if (phase == Phase.CONNECTING) {
            connectMore(now);
        }
        if (loadBegun && !closed) {
            while (nextArrival - now <= 0) {
                arrive(nextArrival);
                nextArrival = begin + schedule.next();
                if (nextArrival - windowEnd >= 0) {
                    nextArrival = Long.MAX_VALUE / 2 + begin;
                }
            }
        }
        // Not those that are set meanwhile, or users without a pause would keep the loop here.
        for (int most = users.length; most > 0 && !timers.isEmpty() && timers.firstTime() - now <= 0; most--) {
            User user = users[timers.first()];
            timers.cancel(user.id);
            events++;
            advance(user);
        }
        while (!watches.isEmpty() && watches.firstTime() - now <= 0) {
            overdue(users[watches.first()], now);
        }
        if (phaseEnd - now <= 0 || (phase == Phase.GRACE && recorder.pending() + backlog.size() + arrived == 0)) {
            turnPhase(now);
        }
    }

    private void arrive(long intended) {
        events++;
        recorder.scheduled(intended);
        if (program.persistent()) {
            User user = users[schedule.connection(plan.arrivals().connections())];
            backlog.add(user.id, intended);
            if (user.wait == User.Wait.ARRIVAL) {
                advance(user);
            }
        } else {
            backlog.add(0, intended);
            if (idles > 0) {
                User user = users[idle[--idles]];
                user.pc = 0;
                takeArrival(user, 0);
                advance(user);
            }
        }
    }

    private void takeArrival(User user, int queue) {
        user.base = backlog.take(queue);
        user.arrived = expects;
        arrived += expects ? 1 : 0;
    }

    private void overdue(User user, long now) {
        boolean watched = user.expecting >= 0 || user.wait == User.Wait.CONNECTED;
        if (!watched) {
            watches.cancel(user.id);
        } else if (user.deadline - now > 0) {
            watches.set(user.id, user.deadline);
        } else if (user.connected && !user.answered && anyAnswer && lastAnswer + timeout - now > 0) {
            // Never answered while others are: it waits for its turn at a pool. That is no error.
            user.deadline = lastAnswer + timeout;
            watches.set(user.id, user.deadline);
        } else {
            watches.cancel(user.id);
            fail(user, ErrorKind.TIMEOUT, null);
        }
    }

    private void watch(User user, long now) {
        user.deadline = now + timeout;
        // One that is set already comes earlier and is moved then: not once for each request.
        if (!watches.contains(user.id)) {
            watches.set(user.id, user.deadline);
        }
    }

    // ---- the program

    /** Takes a user as far as it can go. */
    private void advance(User user) {
        user.wait = User.Wait.NOTHING;
        while (true) {
            int pc = user.pc;
            switch (program.op(pc)) {
                case Program.CONNECT -> {
                    if (over(user) || !connect(user)) {
                        return;
                    }
                }
                case Program.START -> {
                    if (!loadBegun) {
                        ready++;
                        user.wait = User.Wait.START;
                        return;
                    }
                    // The next passages do not wait: the start is past.
                    long start = startOf(user);
                    if (user.base - start < 0) {
                        user.base = start;
                        if (start - System.nanoTime() > 0) {
                            timers.set(user.id, start);
                            user.wait = User.Wait.TIMER;
                            return;
                        }
                    }
                    user.pc++;
                }
                case Program.IDLE -> {
                    user.free = System.nanoTime();
                    if (backlog.isEmpty(user.id)) {
                        if (!loadBegun) {
                            ready++;
                        }
                        user.wait = User.Wait.ARRIVAL;
                        user.waited = true;
                        return;
                    }
                    takeArrival(user, user.id);
                    user.pc++;
                }
                case Program.SEND -> {
                    if (over(user) || !send(user)) {
                        return;
                    }
                }
                case Program.AWAIT -> {
                    if (user.expecting >= 0) {
                        user.wait = User.Wait.ANSWER;
                        user.waited = true;
                        return;
                    }
                    if (user.done - user.base > 0) {
                        user.base = user.done;
                    }
                    user.pc++;
                }
                case Program.PAUSE -> {
                    user.base += program.nanos(pc);
                    user.pc++;
                    timers.set(user.id, user.base);
                    user.wait = User.Wait.TIMER;
                    user.waited = true;
                    return;
                }
                case Program.LOOP -> {
                    user.loops[program.first(pc)] = program.second(pc);
                    user.pc++;
                }
                case Program.AGAIN -> {
                    boolean again = --user.loops[program.second(pc)] > 0;
                    user.pc = again ? program.first(pc) : pc + 1;
                    if (again && letOthersIn(user)) {
                        return;
                    }
                }
                case Program.JUMP -> {
                    user.pc = program.first(pc);
                    if (letOthersIn(user)) {
                        return;
                    }
                }
                case Program.PERIOD -> {
                    user.loops[program.first(pc)] = millis(user.base + program.nanos(pc));
                    user.pc++;
                }
                case Program.WITHIN -> {
                    boolean again = millis(user.base) < user.loops[program.second(pc)];
                    user.pc = again ? program.first(pc) : pc + 1;
                    if (again && letOthersIn(user)) {
                        return;
                    }
                }
                case Program.CLOSE -> {
                    if (!close(user)) {
                        return;
                    }
                }
                case Program.FINISHED -> {
                    if (!nextOfOpenLoop(user)) {
                        return;
                    }
                }
                default -> throw new IllegalStateException("operation " + program.op(pc));
            }
        }
    }

    /** Whether a user of a closed loop has come to a deed that is meant for after the window. In an open loop the schedule ends. */
    private boolean over(User user) {
        return user.group.closed() && loadBegun && user.base - windowEnd >= 0;
    }

    /** A moment as a loop counter can hold it: milliseconds since this run was made. */
    private int millis(long moment) {
        return (int) ((moment - origin) / 1_000_000);
    }

    private boolean letOthersIn(User user) {
        boolean waited = user.waited;
        user.waited = false;
        if (!waited) {
            timers.set(user.id, System.nanoTime());
            user.wait = User.Wait.TIMER;
        }
        return !waited;
    }

    /** An open loop's connection has done its work: the next arrival that waits may have its place. */
    private boolean nextOfOpenLoop(User user) {
        user.pc = 0;
        if (backlog.isEmpty(0)) {
            idle[idles++] = user.id;
            return false;
        }
        takeArrival(user, 0);
        return !letOthersIn(user);
    }

    // ---- connections

    private boolean connect(User user) {
        long now = System.nanoTime();
        user.connecting = now;
        user.group.recorder().connecting(user.base, now);
        try {
            SocketChannel channel = sources.connect();
            user.channel = channel;
            user.connected = false;
            user.answered = false;
            // On the loopback it is there by now: saves a round through the selector.
            boolean there = channel.finishConnect();
            user.key = channel.register(selector, there ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, user);
            if (there) {
                connected(user);
                return true;
            }
            connecting++;
            user.wait = User.Wait.CONNECTED;
            user.waited = true;
            watch(user, now);
            return false;
        } catch (IOException e) {
            if (Failures.descriptorsGone(e)) {
                throw new GeneratorException(
                        "the generator has no descriptor left with " + connections + " connections of " + users.length
                                + ": raise the limit (ulimit -n) or ask for fewer",
                        e);
            }
            fail(user, Failures.kind(e), e);
            return false;
        }
    }

    private void connected(User user) {
        long now = System.nanoTime();
        user.connected = true;
        connections++;
        user.group.recorder().connected(now - user.connecting);
        user.free = now;
        // The arrival of an open loop waits for its connection; a closed user begins when it has one.
        if (!user.arrived) {
            user.base = now;
        }
        user.pc++;
    }

    private boolean close(User user) {
        SocketChannel channel = user.channel();
        try {
            in.clear();
            int extra = channel.read(in);
            if (extra > 0) {
                fail(user, ErrorKind.WRONG_ECHO, new IOException(extra + " bytes too many before the close"));
                return false;
            }
        } catch (IOException e) {
            fail(user, Failures.kind(e), e);
            return false;
        }
        drop(user);
        user.base = System.nanoTime();
        user.pc++;
        return true;
    }

    private void drop(User user) {
        if (user.connected) {
            connections--;
        } else if (user.wait == User.Wait.CONNECTED) {
            connecting--;
        }
        SocketChannel channel = user.channel;
        user.connected = false;
        user.channel = null;
        user.key = null;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException expected) {
                // The peer has broken it off: it is as closed as it will be, and what went wrong before is counted.
            }
        }
    }

    private void fail(User user, ErrorKind kind, @Nullable IOException cause) {
        long now = System.nanoTime();
        Recorder seen = user.group.recorder();
        if (seen.error(kind)) {
            seen.example(kind, Failures.describe(user, kind, cause, contents));
        }
        if (!loadBegun && (user.wait == User.Wait.START || user.wait == User.Wait.ARRIVAL)) {
            ready--;
        }
        if (user.expecting >= 0 || user.arrived) {
            long intended = user.intended;
            if (user.arrived) {
                intended = user.base;
                seen.started(intended);
            }
            if (kind == ErrorKind.TIMEOUT) {
                seen.censored(intended, now);
            } else {
                seen.failed(intended);
            }
        }
        drop(user);
        if (user.expecting >= 0) {
            user.expecting = -1;
            expecting--;
        }
        begun(user);
        user.waited = false;
        user.sendTo = user.sendFrom;
        user.pc = user.group.entry();
        long backOff = BACK_OFF << Math.min(user.failures++, BACK_OFF_DOUBLINGS);
        user.wait = User.Wait.TIMER;
        user.base = now + backOff;
        if (!user.group.closed() && !user.group.persistent()) {
            // Arrivals of an open loop come whatever happened to others; only the place is free again.
            user.wait = User.Wait.NOTHING;
            timers.cancel(user.id);
            if (backlog.isEmpty(0)) {
                idle[idles++] = user.id;
            } else {
                takeArrival(user, 0);
                timers.set(user.id, now);
                user.wait = User.Wait.TIMER;
            }
        } else {
            timers.set(user.id, user.base);
        }
    }

    // ---- requests

    /** Writes a request and arms its expectation; false: the rest has to wait, or it failed. */
    private boolean send(User user) {
        int payload = program.first(user.pc);
        int expectation = program.second(user.pc);
        long now = System.nanoTime();
        user.intended = user.base;
        user.wrote = now;
        user.payload = payload;
        int offset = payload < 0 ? 0 : contents.offset(payload, user.id, user.requests);
        user.requests++;
        user.group.recorder().written(user.base, user.free, now);
        if (expectation >= 0) {
            user.group.recorder().started(user.base);
            user.expecting = expectation;
            user.answerAt = contents.answerOffset(expectation, offset);
            user.answerTo = user.answerAt + contents.answerSize(expectation);
            expecting++;
            watch(user, now);
        }
        begun(user);
        user.base = now;
        user.pc++;
        if (payload < 0) {
            return true;
        }
        user.sendFrom = offset;
        user.sendTo = offset + contents.size(payload);
        try {
            if (write(user)) {
                return true;
            }
            user.wait = User.Wait.SENT;
            user.waited = true;
            user.key().interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        } catch (IOException e) {
            fail(user, Failures.kind(e), e);
        }
        return false;
    }

    /** The arrival has come to its request, or will not. */
    private void begun(User user) {
        arrived -= user.arrived ? 1 : 0;
        user.arrived = false;
    }

    private boolean write(User user) throws IOException {
        user.sendFrom += user.channel().write(contents.part(user.payload, user.sendFrom, user.sendTo));
        return user.sendFrom == user.sendTo;
    }

    private void event(SelectionKey key) {
        if (resting && restEnd == 0) {
            restEnd = System.nanoTime();
        }
        events++;
        var user = (User) key.attachment();
        if (!key.equals(user.key)) {
            return;
        }
        try {
            if (!user.connected) {
                if (user.channel().finishConnect()) {
                    connecting--;
                    user.wait = User.Wait.NOTHING;
                    key.interestOps(SelectionKey.OP_READ);
                    connected(user);
                    advance(user);
                }
                return;
            }
            int readyOps = key.readyOps();
            if ((readyOps & SelectionKey.OP_WRITE) != 0 && write(user)) {
                key.interestOps(SelectionKey.OP_READ);
                advance(user);
            }
            if ((readyOps & SelectionKey.OP_READ) != 0 && key.equals(user.key)) {
                read(user);
            }
        } catch (IOException e) {
            fail(user, Failures.kind(e), e);
        }
        long now = System.nanoTime();
        if (loadBegun && nextDue() - now <= 0) {
            due(now);
        }
    }

    private void read(User user) throws IOException {
        in.clear();
        int count = user.channel().read(in);
        long now = System.nanoTime();
        if (count < 0) {
            fail(user, ErrorKind.UNEXPECTED_CLOSE, null);
            return;
        }
        if (count == 0) {
            return;
        }
        in.flip();
        if (user.expecting < 0) {
            fail(user, ErrorKind.WRONG_ECHO, new IOException(count + " bytes came that nobody asked for"));
            return;
        }
        int size = Math.min(count, user.answerTo - user.answerAt);
        int right = contents.right(user.expecting, user.answerAt, in, size);
        if (right < size) {
            int wrong = in.get(right) & 0xff;
            int place = user.answerAt + right;
            fail(user, ErrorKind.WRONG_ECHO, Failures.wrongByte(user, contents, place, wrong));
            return;
        }
        user.answerAt += size;
        if (count > size) {
            fail(user, ErrorKind.WRONG_ECHO, new IOException(count - size + " bytes too many after the answer"));
            return;
        }
        if (user.answerAt == user.answerTo) {
            answered(user, now);
        }
    }

    private void answered(User user, long now) {
        user.group.recorder().answered(user.intended, user.wrote, now);
        user.expecting = -1;
        expecting--;
        user.answered = true;
        anyAnswer = true;
        user.failures = 0;
        user.done = now;
        user.free = now;
        lastAnswer = now;
        if (user.wait == User.Wait.ANSWER) {
            advance(user);
        }
    }

    @Override
    public void close() {
        pacer.close();
        for (User user : users) {
            drop(user);
        }
        try {
            selector.close();
        } catch (IOException e) {
            throw new GeneratorException("the selector did not close: " + e.getMessage(), e);
        }
    }
}
