package dev.gearbox.core.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.loop.LoopBlockedEvent;
import dev.gearbox.core.loop.WatchdogJfrEvent;
import dev.gearbox.core.spi.FakeEngine;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The flight recorder events of engines: labels for people, and all figures. */
class FlightRecorderEventsTest {
    /** A reader of a recording sees labels, not names of fields. */
    @ParameterizedTest
    @ValueSource(
            classes = {
                ConnectionFailedEvent.class,
                EngineStatisticsEvent.class,
                LoopBlockedEvent.class,
                QueueWaitEvent.class,
                ShiftEvent.class,
                WatchdogJfrEvent.class
            })
    void eachEventExplainsItself(Class<? extends Event> event) {
        EventType type = EventType.getEventType(event);
        assertThat(type.getName()).startsWith("gearbox.");
        assertThat(type.getLabel()).isNotBlank();
        assertThat(type.getDescription()).isNotBlank();
        assertThat(type.getCategoryNames()).containsExactly("Gearbox");
        assertThat(type.getFields())
                .extracting(ValueDescriptor::getLabel)
                .doesNotContainNull()
                .allSatisfy(label -> assertThat(label).isNotBlank());
    }

    /** Including counters that will be added later. */
    @Test
    void noFigureIsLeftOut() throws ReflectiveOperationException {
        RecordComponent[] figures = EngineStats.class.getRecordComponents();
        for (int figure = 0; figure < figures.length; figure++) {
            assertThat(recorded(withOne(figure)))
                    .as(figures[figure].getName() + " in gearbox.EngineStatistics")
                    .isNotEqualTo(recorded(EngineStats.NONE));
        }
    }

    /** All 0 except one. */
    private static EngineStats withOne(int figure) throws ReflectiveOperationException {
        RecordComponent[] figures = EngineStats.class.getRecordComponents();
        Class<?>[] types = Arrays.stream(figures).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[figures.length];
        for (int each = 0; each < values.length; each++) {
            int value = each == figure ? 7 : 0;
            values[each] = types[each].equals(int.class)
                    ? (Object) value
                    : types[each].equals(Map.class) ? Map.of(CloseCause.RESET, (long) value) : (Object) (long) value;
        }
        return EngineStats.class.getDeclaredConstructor(types).newInstance(values);
    }

    private static List<@Nullable Object> recorded(EngineStats figures) throws ReflectiveOperationException {
        EngineStatisticsEvent event = new EngineStatisticsEvent(new FakeEngine(), null, figures, EngineStats.NONE);
        List<@Nullable Object> values = new ArrayList<>();
        for (Field field : EngineStatisticsEvent.class.getDeclaredFields()) {
            if (!field.isSynthetic()) {
                values.add(field.get(event));
            }
        }
        return values;
    }
}
