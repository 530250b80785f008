#ifndef STICKSLIP_FMU_API_FMI2_H
#define STICKSLIP_FMU_API_FMI2_H

/* The C interface of FMI 2.0 for co-simulation: types, the functions an FMU exports, and for each function `fmi2X` a
 * pointer type `fmi2XTYPE` for those who look it up in a shared library. Usable from C and C++.
 * Names and binary layout are those of the standard, the wording is ours. */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define fmi2TypesPlatform "default"
#define fmi2Version "2.0"

#define fmi2True 1
#define fmi2False 0

typedef void* fmi2Component;            /* an instance, made by fmi2Instantiate */
typedef void* fmi2ComponentEnvironment; /* belongs to the importer, handed back to its callbacks */
typedef void* fmi2FMUstate;             /* a snapshot, made by fmi2GetFMUstate */
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char* fmi2String; /* UTF-8, ends with 0 */
typedef char fmi2Byte;

/* An importer may pass any int; in C++ only an enum of fixed type may hold it. */
#ifdef __cplusplus
#define FMI2_AS_INT : int
#else
#define FMI2_AS_INT
#endif

typedef enum FMI2_AS_INT { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;

typedef enum FMI2_AS_INT { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;

/* What the fmi2Get...Status functions are asked for. */
typedef enum FMI2_AS_INT {
  fmi2DoStepStatus,       /* of the last fmi2DoStep that was pending */
  fmi2PendingStatus,      /* a text about it */
  fmi2LastSuccessfulTime, /* end of the last step that was completed */
  fmi2Terminated          /* did the FMU ask to end the simulation? */
} fmi2StatusKind;

/* Services of the importer. The logger's text is a printf format followed by its arguments; in it #r7# stands for the
 * name of the real variable with value reference 7 (i, b, s likewise), and ## for one #. */
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment environment, fmi2String instance_name, fmi2Status status,
                                   fmi2String category, fmi2String message, ...);
typedef void* (*fmi2CallbackAllocateMemory)(size_t count, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void* memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);

typedef struct {
  fmi2CallbackLogger logger;
  fmi2CallbackAllocateMemory allocateMemory; /* zeroed memory, as calloc */
  fmi2CallbackFreeMemory freeMemory;
  fmi2StepFinished stepFinished; /* null: the importer only takes synchronous steps */
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

#if defined(_WIN32)
#define FMI2_EXPORT __declspec(dllexport)
#else
#define FMI2_EXPORT __attribute__((visibility("default")))
#endif

/* Declares the function and the type of a pointer to it. */
#define FMI2_FUNCTION(result, name, arguments) \
  typedef result name##TYPE arguments;         \
  FMI2_EXPORT result name arguments

/* --- Inquiry and life cycle --- */
FMI2_FUNCTION(const char*, fmi2GetTypesPlatform, (void));
FMI2_FUNCTION(const char*, fmi2GetVersion, (void));
FMI2_FUNCTION(fmi2Status, fmi2SetDebugLogging,
              (fmi2Component instance, fmi2Boolean on, size_t count, const fmi2String categories[]));
FMI2_FUNCTION(fmi2Component, fmi2Instantiate,
              (fmi2String name, fmi2Type type, fmi2String guid, fmi2String resource_uri,
               const fmi2CallbackFunctions* callbacks, fmi2Boolean visible, fmi2Boolean logging));
FMI2_FUNCTION(void, fmi2FreeInstance, (fmi2Component instance));
FMI2_FUNCTION(fmi2Status, fmi2SetupExperiment,
              (fmi2Component instance, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start_time,
               fmi2Boolean stop_defined, fmi2Real stop_time));
FMI2_FUNCTION(fmi2Status, fmi2EnterInitializationMode, (fmi2Component instance));
FMI2_FUNCTION(fmi2Status, fmi2ExitInitializationMode, (fmi2Component instance));
FMI2_FUNCTION(fmi2Status, fmi2Terminate, (fmi2Component instance));
FMI2_FUNCTION(fmi2Status, fmi2Reset, (fmi2Component instance));

/* --- Values --- */
FMI2_FUNCTION(fmi2Status, fmi2GetReal,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, fmi2Real values[]));
FMI2_FUNCTION(fmi2Status, fmi2GetInteger,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, fmi2Integer values[]));
FMI2_FUNCTION(fmi2Status, fmi2GetBoolean,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, fmi2Boolean values[]));
FMI2_FUNCTION(fmi2Status, fmi2GetString,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, fmi2String values[]));
FMI2_FUNCTION(fmi2Status, fmi2SetReal,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, const fmi2Real values[]));
FMI2_FUNCTION(fmi2Status, fmi2SetInteger,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count,
               const fmi2Integer values[]));
FMI2_FUNCTION(fmi2Status, fmi2SetBoolean,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count,
               const fmi2Boolean values[]));
FMI2_FUNCTION(fmi2Status, fmi2SetString,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, const fmi2String values[]));

/* --- Snapshots --- */
FMI2_FUNCTION(fmi2Status, fmi2GetFMUstate, (fmi2Component instance, fmi2FMUstate* state));
FMI2_FUNCTION(fmi2Status, fmi2SetFMUstate, (fmi2Component instance, fmi2FMUstate state));
FMI2_FUNCTION(fmi2Status, fmi2FreeFMUstate, (fmi2Component instance, fmi2FMUstate* state));
FMI2_FUNCTION(fmi2Status, fmi2SerializedFMUstateSize, (fmi2Component instance, fmi2FMUstate state, size_t* size));
FMI2_FUNCTION(fmi2Status, fmi2SerializeFMUstate,
              (fmi2Component instance, fmi2FMUstate state, fmi2Byte bytes[], size_t size));
FMI2_FUNCTION(fmi2Status, fmi2DeSerializeFMUstate,
              (fmi2Component instance, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state));

/* --- Derivatives --- */
FMI2_FUNCTION(fmi2Status, fmi2GetDirectionalDerivative,
              (fmi2Component instance, const fmi2ValueReference unknowns[], size_t unknown_count,
               const fmi2ValueReference knowns[], size_t known_count, const fmi2Real known_seed[],
               fmi2Real unknown_sensitivity[]));
FMI2_FUNCTION(fmi2Status, fmi2SetRealInputDerivatives,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, const fmi2Integer orders[],
               const fmi2Real values[]));
FMI2_FUNCTION(fmi2Status, fmi2GetRealOutputDerivatives,
              (fmi2Component instance, const fmi2ValueReference references[], size_t count, const fmi2Integer orders[],
               fmi2Real values[]));

/* --- Stepping --- */
FMI2_FUNCTION(fmi2Status, fmi2DoStep,
              (fmi2Component instance, fmi2Real current_time, fmi2Real step_size, fmi2Boolean no_earlier_state));
FMI2_FUNCTION(fmi2Status, fmi2CancelStep, (fmi2Component instance));
FMI2_FUNCTION(fmi2Status, fmi2GetStatus, (fmi2Component instance, const fmi2StatusKind kind, fmi2Status* value));
FMI2_FUNCTION(fmi2Status, fmi2GetRealStatus, (fmi2Component instance, const fmi2StatusKind kind, fmi2Real* value));
FMI2_FUNCTION(fmi2Status, fmi2GetIntegerStatus,
              (fmi2Component instance, const fmi2StatusKind kind, fmi2Integer* value));
FMI2_FUNCTION(fmi2Status, fmi2GetBooleanStatus,
              (fmi2Component instance, const fmi2StatusKind kind, fmi2Boolean* value));
FMI2_FUNCTION(fmi2Status, fmi2GetStringStatus, (fmi2Component instance, const fmi2StatusKind kind, fmi2String* value));

#undef FMI2_FUNCTION
#undef FMI2_AS_INT

#ifdef __cplusplus
}
#endif

#endif
